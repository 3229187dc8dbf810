import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/** RSA with the digest that a platform asks for. */
export type SigningMethod = 'RSA-SHA256' | 'RSA-MD5';

/** Text and the signature, in base64, that came with it. */
export interface SignedText {
  readonly text: string;
  readonly signature: string;
}

export type Fields = Readonly<Record<string, string>>;

/** Signs text in UTF-8. @returns base64 */
export function signatureOf(text: string, key: KeyObject, method: SigningMethod): string {
  return sign(method, Buffer.from(text), key).toString('base64');
}

/** Whether a signature was made over just this text with the private half of `key`. */
export function isSigned({ text, signature }: SignedText, key: KeyObject, method: SigningMethod): boolean {
  const bytes = Buffer.from(signature, 'base64');
  // Strays that the decoder skips would let one signature be written in many ways.
  return bytes.toString('base64') === signature && verify(method, Buffer.from(text), key, bytes);
}

/** Fields as text to be signed: `name=value`, sorted by name, with `&` between them; empty ones are left out. */
export function sortedPairs(fields: Fields): string {
  const given = Object.entries(fields).filter(([, value]) => value !== '');
  return given
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Fields without some of them. */
export function without(fields: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** Whether two keys are the halves of one pair. */
export function isPair(privateKey: KeyObject, publicKey: KeyObject): boolean {
  return createPublicKey(privateKey).equals(publicKey);
}
