import { standardFailures } from '../declare/standard_failures.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Text of a body in UTF-8, without a byte order mark. @throws badRequest when the bytes are not UTF-8 */
export function utf8TextOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw standardFailures.badRequest({ message: 'The request body is not valid UTF-8.' });
  }
}
