import { standardFailures } from 'lectern';
import type { RequestView } from 'lectern';

/**
 * Value of the `Authorization` header for a scheme, or undefined for another scheme.
 * @param scheme in lower case
 * @throws badRequest when the header was sent twice: two servers could each use a different one
 */
export function credentialOf(request: RequestView, scheme: string): string | undefined {
  const header = request.header('authorization');
  if (header === undefined) return undefined;
  // Checked for every scheme: the second header might be the intended one.
  if ((request.message.headersDistinct['authorization']?.length ?? 0) > 1) {
    throw standardFailures.badRequest({ message: 'Send one Authorization header only.' });
  }
  if (header.slice(0, scheme.length).toLowerCase() !== scheme) return undefined;
  const rest = header.slice(scheme.length);
  return rest === '' || rest.startsWith(' ') ? rest.trim() : undefined;
}
