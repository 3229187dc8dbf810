import { standardFailures, type RequestView } from 'lectern';

/**
 * Returns the credential in the `Authorization` header; undefined for a missing header and for another scheme.
 * @param scheme in lower case
 * @throws badRequest when the header is repeated: a proxy and this server could read different values
 */
export function credentialOf(request: RequestView, scheme: string): string | undefined {
  const header = request.header('authorization');
  if (header === undefined) return undefined;
  // Checked for every scheme: the second header may contain the intended credential.
  if ((request.message.headersDistinct['authorization']?.length ?? 0) > 1) {
    throw standardFailures.badRequest({ message: 'The request has several Authorization headers; send only one.' });
  }
  if (header.slice(0, scheme.length).toLowerCase() !== scheme) return undefined;
  const rest = header.slice(scheme.length);
  return rest === '' || rest.startsWith(' ') ? rest.trim() : undefined;
}
