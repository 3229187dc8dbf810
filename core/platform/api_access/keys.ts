import { createHash, hash, randomBytes } from 'node:crypto';

const APP_KEY_BYTES = 8;
const SECRET_KEY_BYTES = 32;
const form = /^[0-9a-f]{32}$/;

export interface Keys {
  readonly appKey: string;
  /** Secret: never put it in a message. */
  readonly secretKey: string;
}

/** Returns 16 random hexadecimal digits. */
export function newAppKey(): string {
  return randomBytes(APP_KEY_BYTES).toString('hex');
}

/** Returns 256 random bits as 64 hexadecimal digits. */
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

/** Whether a text has the form of an Access-Token: 32 hexadecimal digits in lower case. */
export function isAccessToken(text: string): boolean {
  return form.test(text);
}
