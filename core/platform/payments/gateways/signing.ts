import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/** RSA with the digest that a payment platform requires. */
export type SigningMethod = 'RSA-SHA256' | 'RSA-MD5';

/** Text, or its bytes as received, and its signature in base64. */
export interface SignedText {
  readonly text: string | Buffer;
  readonly signature: string;
}

export type Fields = Readonly<Record<string, string>>;

/** Signs text in UTF-8. @returns base64 */
export function signatureOf(text: string, key: KeyObject, method: SigningMethod): string {
  return sign(method, Buffer.from(text), key).toString('base64');
}

/** Whether the signature matches the text and the public key `key`. */
export function isSigned({ text, signature }: SignedText, key: KeyObject, method: SigningMethod): boolean {
  const bytes = Buffer.from(signature, 'base64');
  const signed = typeof text === 'string' ? Buffer.from(text) : text;
  // The decoder skips invalid characters; without this check, many texts would be the same signature.
  return bytes.toString('base64') === signature && verify(method, signed, key, bytes);
}

/** Returns the text to sign: `name=value` of all non-empty fields, sorted by name and joined by `&`. */
export function sortedPairs(fields: Fields): string {
  const given = Object.entries(fields).filter(([, value]) => value !== '');
  return given
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

export function without(fields: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

export function isPair(privateKey: KeyObject, publicKey: KeyObject): boolean {
  return createPublicKey(privateKey).equals(publicKey);
}
