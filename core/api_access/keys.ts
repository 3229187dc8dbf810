import { createHash, hash, randomBytes } from 'node:crypto';

const APP_KEY_BYTES = 8;
const SECRET_KEY_BYTES = 32;
const form = /^[0-9a-f]{32}$/;

/** Key and secret of an application. */
export interface Keys {
  readonly appKey: string;
  /** Secret: never put it in a message. */
  readonly secretKey: string;
}

/** A random key of an application. */
export function newAppKey(): string {
  return randomBytes(APP_KEY_BYTES).toString('hex');
}

/** A random secret of 256 bits. */
export function newSecretKey(): string {
  return randomBytes(SECRET_KEY_BYTES).toString('hex');
}

/** The Access-Token of an application: MD5 of `<AppKey>-<SecretKey>` in hexadecimal digits. */
export function accessTokenOf({ appKey, secretKey }: Keys): string {
  return createHash('md5').update(`${appKey}-${secretKey}`).digest('hex');
}

/** Hashes an Access-Token for comparison and storage. */
export function tokenDigest(accessToken: string): Buffer {
  return hash('sha256', accessToken, 'buffer');
}

/** Whether text has the form of an Access-Token in lower case. */
export function isAccessToken(text: string): boolean {
  return form.test(text);
}
