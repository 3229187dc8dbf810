import { randomBytes } from 'node:crypto';

const RANDOM_DIGITS = 20;

/**
 * A unique, unguessable number in digits: the second, then 64 random bits. 30 digits, because payment platforms accept
 * at most 32 characters.
 */
export function serialNumber(now: Date): string {
  const second = Math.floor(now.getTime() / 1000);
  return `${second}${randomBytes(8).readBigUInt64BE().toString().padStart(RANDOM_DIGITS, '0')}`;
}
