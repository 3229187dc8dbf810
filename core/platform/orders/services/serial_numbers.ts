import { randomBytes } from 'node:crypto';

const RANDOM_DIGITS = 20;

/**
 * Returns a unique, unguessable number of 30 digits: the time to the second, then 64 random bits. Payment platforms
 * accept at most 32 characters.
 */
export function serialNumber(now: Date): string {
  const second = Math.floor(now.getTime() / 1000);
  return `${second}${randomBytes(8).readBigUInt64BE().toString().padStart(RANDOM_DIGITS, '0')}`;
}
