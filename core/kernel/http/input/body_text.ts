import { standardFailures } from '../../declare/standard_failures.ts';
import { parseQuery } from './query_string.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Text of a body in UTF-8, without a byte order mark. @throws badRequest when the bytes are not UTF-8 */
export function utf8TextOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw standardFailures.badRequest({ message: 'The request body is not valid UTF-8.' });
  }
}

/** Limits of a JSON text, checked before it is parsed. */
export interface JsonLimits {
  /** Levels of nesting. */
  readonly depthLimit: number;
  /** Fields of all objects and entries of all lists together. */
  readonly jsonFieldLimit: number;
}

const defaults: JsonLimits = { depthLimit: 32, jsonFieldLimit: 1_000 };

/**
 * Parses JSON in UTF-8; an empty text is an empty object. The limits are checked before parsing.
 * @param limits 32 levels and 1,000 fields and entries unless given
 * @throws badRequest when the text exceeds a limit, or is not valid JSON in UTF-8
 */
export function parseJson(bytes: Uint8Array, limits: JsonLimits = defaults): unknown {
  checkExtent(bytes, limits);
  const text = utf8TextOf(bytes);
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw standardFailures.badRequest({ message: 'The request body is not valid JSON.' });
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Counts levels and values in one pass over the bytes. All relevant characters are ASCII, so no decoding is needed. An
 * empty object or list counts as one value. @throws badRequest as soon as a limit is exceeded
 */
function checkExtent(bytes: Uint8Array, { depthLimit, jsonFieldLimit }: JsonLimits): void {
  let depth = 0;
  let values = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === QUOTE) index = endOfString(bytes, index);
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (byte !== COMMA && ++depth > depthLimit) throw tooMuch(`is nested deeper than ${depthLimit} levels`);
      if (++values > jsonFieldLimit) throw tooMuch(`has more than ${jsonFieldLimit} fields and list entries`);
    }
  }
}

/** Position of the closing quote of a string; the end of the text if the quote is missing. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let index = start + 1; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === BACKSLASH) index++;
    else if (byte === QUOTE) return index;
  }
  return bytes.length;
}

function tooMuch(what: string) {
  return standardFailures.badRequest({ message: `The JSON body ${what}.` });
}

const PLUS = 0x2b;
const SPACE = 0x20;

/**
 * Parses a URL-encoded form in UTF-8. A name given twice, or as `name[]` or `name[0]`, becomes a list.
 * @param limit fields of the form, 1,000 unless given
 * @throws badRequest on more fields than `limit`, on broken percent-encoding, and on bytes that are not UTF-8
 */
export function parseForm(bytes: Uint8Array, limit?: number): Record<string, unknown> {
  return parseQuery(utf8TextOf(withSpaces(bytes)), limit);
}

/** Replaces each `+` by a space. Works on bytes, because `replaceAll` is slow for a text of many plus signs. */
function withSpaces(bytes: Uint8Array): Uint8Array {
  const first = bytes.indexOf(PLUS);
  if (first === -1) return bytes;
  const spaced = Uint8Array.from(bytes);
  for (let index = first; index < spaced.length; index++) if (spaced[index] === PLUS) spaced[index] = SPACE;
  return spaced;
}
