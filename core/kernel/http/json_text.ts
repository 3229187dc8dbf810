import { standardFailures } from '../declare/standard_failures.ts';
import { utf8TextOf } from './utf8_text.ts';

/** Limits of a JSON text, checked before it is parsed. */
export interface JsonLimits {
  /** Levels of nesting. */
  readonly depthLimit: number;
  /** Fields of all objects and entries of all lists together. */
  readonly jsonFieldLimit: number;
}

const defaults: JsonLimits = { depthLimit: 32, jsonFieldLimit: 1_000 };

/**
 * Parses JSON in UTF-8; an empty text is an empty object. Depth and number of values are checked first, without parsing.
 * @throws badRequest when the text is too deep, has too many values, or is malformed
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
 * Counts levels and values in one pass over the bytes, up to the first one too many. All relevant characters are ASCII,
 * so no decoding is needed. An empty object or list counts as one value.
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

/** Position of the closing quote of a string; the end of the text where there is none. */
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
