import { createSign, createVerify, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Platform } from '../gateways/accounts.ts';

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** Owner of a key: a payment platform, its merchant, or a forger. */
export type Holder = Platform | `${Platform} merchant` | 'stranger';

const BITS = 2048;
const generate = promisify(generateKeyPair);

// Created on first use, because the creation of keys is slow and would delay every start.
const pairs = new Map<Holder, Promise<KeyPair>>();

/** Returns the key pair of a platform, merchant or forger: the same pair until the process ends. */
export function pairOf(holder: Holder): Promise<KeyPair> {
  const known = pairs.get(holder) ?? generate('rsa', { modulusLength: BITS });
  pairs.set(holder, known);
  return known;
}

/** Returns the signature of a text. Does not use `gateways/signing.ts`, so that the two do not share a defect. */
export function signedBy(key: KeyObject, digest: 'sha256' | 'md5', text: string): string {
  return createSign(digest).update(text, 'utf8').sign(key, 'base64');
}

export function isSignedBy(key: KeyObject, digest: 'sha256' | 'md5', signed: { text: string; sign: string }): boolean {
  return createVerify(digest).update(signed.text, 'utf8').verify(key, signed.sign, 'base64');
}

/** Returns the text to sign: `a=1&b=2`, sorted by name, without empty fields and without the fields `besides`. */
export function sourceOf(fields: Readonly<Record<string, string>>, ...besides: readonly string[]): string {
  const parts: string[] = [];
  for (const name of Object.keys(fields).sort()) {
    if (fields[name] && !besides.includes(name)) parts.push(`${name}=${fields[name]}`);
  }
  return parts.join('&');
}
