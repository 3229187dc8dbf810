import type { Schema } from './valid_values.ts';

// Longest generated text or list, so that bodies stay below the size limit for signed-in callers.
const MAX_TEXT_LENGTH = 20_000;

/** Values at the bounds of a schema and one step beyond the bounds. */
export function edgesOf(schema: Schema): unknown[] {
  if (schema.anyOf) return schema.anyOf.flatMap(edgesOf);
  if (schema.enum) return [...schema.enum, String(schema.enum[0]).toUpperCase(), ''];
  switch (schema.type) {
    case 'integer':
    case 'number':
      return numbersAround(schema);
    case 'string':
      return textsAround(schema);
    case 'array':
      return listsAround(schema);
    case 'boolean':
      return [true, false, 0, 1, 2, 'true', 'TRUE'];
    default:
      return [null, {}, []];
  }
}

function numbersAround({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema): unknown[] {
  const numbers = [minimum - 1, minimum, minimum + 0.001, maximum, maximum + 1, 0, -0, -1];
  return [...numbers, ...numbers.map(String)];
}

function textsAround({ minLength = 0, maxLength = 255 }: Schema): unknown[] {
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1];
  const possible = lengths.filter((length) => length >= 0 && length <= MAX_TEXT_LENGTH);
  // The second character has two code units: lengths may be counted in code points or code units.
  return possible.flatMap((length) => ['x'.repeat(length), '\u{1F9ED}'.repeat(length), ' '.repeat(length)]);
}

function listsAround({ items = {}, maxItems = 100 }: Schema): unknown[] {
  const [one = 'x'] = edgesOf(items);
  const lists = [0, 1, maxItems, maxItems + 1].filter((length) => length <= MAX_TEXT_LENGTH);
  return lists.map((length) => Array.from({ length }, () => one));
}
