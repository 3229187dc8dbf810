import type { IncomingHttpHeaders } from 'node:http';
import { standardFailures } from '../declare/standard_failures.ts';

const key = /^[\x21-\x7e]{1,255}$/;

/**
 * The key that a client gave its request, if it did. A header that was sent twice comes joined with a space, and is none.
 * @throws badRequest when it is malformed
 */
export function idempotencyKeyIn({ 'idempotency-key': given }: IncomingHttpHeaders): string | undefined {
  if (given === undefined || (typeof given === 'string' && key.test(given))) return given;
  throw standardFailures.badRequest({
    message: 'The header Idempotency-Key must be 1 to 255 visible ASCII characters, without spaces, and be sent once.',
  });
}
