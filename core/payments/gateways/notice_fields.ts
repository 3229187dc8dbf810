import { Failure } from 'lectern';
import { parseForm, parseJson } from 'lectern/host';
import { ForgedNotice } from '../gateway.ts';
import type { Fields } from './signing.ts';

/** Maximum number of fields of one message, because forged messages may have any number. */
const MAX_FIELDS = 200;
const MAX_DEPTH = 8;

/** Parses a URL-encoded message. @throws ForgedNotice for malformed text, repeated fields and too many fields */
export function formFieldsIn(body: Buffer): Fields {
  const entries = Object.entries(parsed(() => parseForm(body, MAX_FIELDS)));
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
