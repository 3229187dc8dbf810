import { Failure } from 'lectern';
import { parseForm, parseJson } from 'lectern/host';
import { ForgedNotice } from '../gateway.ts';
import type { Fields } from './signing.ts';

/** Fields of one message. The platforms send fewer than fifty; a stranger may send what fits into a body. */
const MOST_FIELDS = 200;
const MOST_LEVELS = 8;

/** The fields of an urlencoded message. @throws ForgedNotice when it is malformed, or has too many of them */
export function formFieldsIn(body: Buffer): Fields {
  const entries = Object.entries(parsed(() => parseForm(body, MOST_FIELDS)));
  if (entries.every(isSingle)) return Object.fromEntries(entries);
  throw new ForgedNotice('it has a field twice');
}

/** The object of a JSON message. @throws ForgedNotice when it is malformed, or has too many fields */
export function jsonFieldsIn(body: Buffer): Readonly<Record<string, unknown>> {
  const value = parsed(() => parseJson(body, { depthLimit: MOST_LEVELS, jsonFieldLimit: MOST_FIELDS }));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new ForgedNotice('it is no JSON object');
}

function isSingle(entry: readonly [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Failure) throw new ForgedNotice('it is malformed, or has too many fields');
    throw error;
  }
}
