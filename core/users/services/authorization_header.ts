import { standardFailures } from 'lectern';
import type { RequestView } from 'lectern';

/**
 * What the `Authorization` header holds for a scheme, or undefined when it is about something else.
 * @param scheme in lower case
 * @throws badRequest when the header was sent twice: two servers could each believe another one
 */
export function credentialOf(request: RequestView, scheme: string): string | undefined {
  const header = request.header('authorization');
  if (header === undefined) return undefined;
  // Whichever scheme the first one is of: it might be the second that was meant.
  if ((request.message.headersDistinct['authorization']?.length ?? 0) > 1) {
    throw standardFailures.badRequest({ message: 'Send one Authorization header only.' });
  }
  if (header.slice(0, scheme.length).toLowerCase() !== scheme) return undefined;
  const rest = header.slice(scheme.length);
  return rest === '' || rest.startsWith(' ') ? rest.trim() : undefined;
}
