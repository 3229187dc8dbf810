import { createDecipheriv, X509Certificate, type KeyObject } from 'node:crypto';
import { ForgedNotice } from '../../gateway.ts';
import { isText } from '../wire_values.ts';

const TAG_BYTES = 16;

/** A value that WeChat Pay encrypted with the merchant's `apiV3Key`. */
interface Sealed {
  readonly algorithm?: unknown;
  readonly nonce?: unknown;
  readonly ciphertext?: unknown;
  readonly associated_data?: unknown;
}

/** Decrypts a value (AES-256-GCM, the tag follows the text). @throws ForgedNotice for another key or algorithm */
export function opened(sealed: unknown, key: Buffer): string {
  const { algorithm, nonce, ciphertext, associated_data: aad = '' } = (sealed ?? {}) as Sealed;
  if (algorithm !== 'AEAD_AES_256_GCM' || !isText(nonce) || !isText(ciphertext) || typeof aad !== 'string') {
    throw new ForgedNotice('the message is not encrypted with AEAD_AES_256_GCM');
  }
  const bytes = Buffer.from(ciphertext, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(aad)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString();
  } catch {
    throw new ForgedNotice('the message is not encrypted with modules.payments.wechat.apiV3Key');
  }
}

/** Returns the public keys of the unexpired certificates in the answer of `/v3/certificates`, by serial number. */
export function keysIn(answer: Readonly<Record<string, unknown>>, key: Buffer, now: Date): Map<string, KeyObject> {
  const entries = Array.isArray(answer['data']) ? (answer['data'] as Readonly<Record<string, unknown>>[]) : [];
  const keys = new Map<string, KeyObject>();
  for (const entry of entries) {
    const certificate = new X509Certificate(opened(entry['encrypt_certificate'], key));
    if (new Date(certificate.validTo) > now) keys.set(certificate.serialNumber.toUpperCase(), certificate.publicKey);
  }
  return keys;
}
