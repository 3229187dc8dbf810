import { Failure } from 'lectern';
import { parseForm, parseJson } from '../../../hosting/internals.ts';
import { ForgedNotice } from '../gateway.ts';
import type { Fields } from './signing.ts';

/** Maximum number of fields of one message, because forged messages may have any number. */
const MAX_FIELDS = 200;
const MAX_DEPTH = 8;

/**
 * Parses a URL-encoded message in any charset. Each character of a name or a value stands for one byte, because a
 * signature covers the bytes and only a signed message is trusted to name its charset; `decoded` makes text of them.
 * @throws ForgedNotice for malformed text, repeated fields and too many fields
 */
export function byteFieldsIn(body: Buffer): Fields {
  const bytes = body.toString('latin1').replaceAll(/%[89a-f][0-9a-f]/gi, asCharacter);
  const entries = Object.entries(parsed(() => parseForm(Buffer.from(bytes), MAX_FIELDS)));
  if (entries.every(isSingle)) return Object.fromEntries(entries);
  throw new ForgedNotice('the message has a field twice');
}

/**
 * Parses a JSON message.
 * @throws ForgedNotice for malformed JSON, too many fields or levels, and a value that is no object
 */
export function jsonFieldsIn(body: Buffer): Readonly<Record<string, unknown>> {
  const value = parsed(() => parseJson(body, { depthLimit: MAX_DEPTH, jsonFieldLimit: MAX_FIELDS }));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new ForgedNotice('the message is no JSON object');
}

/** Decodes fields of `byteFieldsIn`. @throws ForgedNotice for an unknown charset, and for bytes that it does not have */
export function decoded(fields: Fields, charset: string): Fields {
  try {
    const decoder = new TextDecoder(charset, { fatal: true });
    const text = (bytes: string) => decoder.decode(Buffer.from(bytes, 'latin1'));
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, text(value)]));
  } catch {
    throw new ForgedNotice(`the message is not in the charset that it names (${charset})`);
  }
}

/** Escape of the character whose code is the byte. */
function asCharacter(escape: string): string {
  return encodeURIComponent(String.fromCharCode(Number.parseInt(escape.slice(1), 16)));
}

function isSingle(entry: readonly [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Failure) throw new ForgedNotice('the message is malformed, or has too many fields');
    throw error;
  }
}
