import { createSign, createVerify, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Platform } from '../gateways/accounts.ts';

/** Both halves of a key. */
export interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** Owner of a key: a platform, its merchant, or a forger. */
export type Holder = Platform | `${Platform} merchant` | 'stranger';

const BITS = 2048;
const generate = promisify(generateKeyPair);

// Of the process, and made when one is first needed: a start that pays nothing should not take half a second longer.
const pairs = new Map<Holder, Promise<Pair>>();

/** The key of a holder, the same one as long as this process lives. */
export function pairOf(holder: Holder): Promise<Pair> {
  const known = pairs.get(holder) ?? generate('rsa', { modulusLength: BITS });
  pairs.set(holder, known);
  return known;
}

/** Signs as platforms do. Apart from the adapters' own signing, so that a mistake there is not repeated here. */
export function signedBy(key: KeyObject, digest: 'sha256' | 'md5', text: string): string {
  return createSign(digest).update(text, 'utf8').sign(key, 'base64');
}

export function isSignedBy(key: KeyObject, digest: 'sha256' | 'md5', signed: { text: string; sign: string }): boolean {
  return createVerify(digest).update(signed.text, 'utf8').verify(key, signed.sign, 'base64');
}

/** `a=1&b=2`, by name, without the empty ones and those that are named. */
export function sourceOf(fields: Readonly<Record<string, string>>, ...besides: readonly string[]): string {
  const parts: string[] = [];
  for (const name of Object.keys(fields).sort()) {
    if (fields[name] && !besides.includes(name)) parts.push(`${name}=${fields[name]}`);
  }
  return parts.join('&');
}
