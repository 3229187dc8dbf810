import fc from 'fast-check';
import type { Tree } from './contract.ts';

const largest = 9_223_372_036_854_775_807n;

/** Values that a schema of the document's input allows; throws at a word it does not know, so that none is overlooked. */
export function arbitrary(schema: Tree): fc.Arbitrary<unknown> {
  const { description: _description, default: _default, ...words } = schema;
  if (words['anyOf']) return fc.oneof(...(words['anyOf'] as Tree[]).map(arbitrary));
  if (words['enum']) return fc.constantFrom(...(words['enum'] as unknown[]));
  switch (words['type']) {
    case 'integer':
      return fc.integer({ min: words['minimum'] as number, max: words['maximum'] as number });
    case 'number':
      return fc
        .integer({ min: Number(words['minimum']) * 100, max: Math.min(Number(words['maximum']) * 100, 1e11) })
        .map((hundredths) => hundredths / 100);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return text(words);
    case 'array':
      return fc.array(arbitrary(words['items'] as Tree), {
        minLength: Number(words['minItems'] ?? 0),
        maxLength: Math.min(Number(words['maxItems']), 5),
      });
    case 'object':
      return object(words);
    case undefined:
      return fc.jsonValue();
    default:
      throw new Error(`No values are known for ${JSON.stringify(schema)}.`);
  }
}

/** Some or all fields of an object, those that are required always. */
export function object({ properties = {}, required = [] }: Tree): fc.Arbitrary<Tree> {
  const fields = Object.entries(properties as Tree).map(([name, schema]) => [name, arbitrary(schema as Tree)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required as never[] });
}

function text({ pattern, format, minLength = 0, maxLength = 255 }: Tree): fc.Arbitrary<string> {
  if (pattern === undefined) {
    const bounds = { minLength: minLength as number, maxLength: maxLength as number };
    return fc
      .string({ ...bounds, unit: 'grapheme' })
      .filter((value) => !value.includes('\0') && Array.from(value).length <= bounds.maxLength);
  }
  const matching = fc.stringMatching(new RegExp(pattern as string, 'u'));
  return format === 'int64' ? matching.filter((digits) => BigInt(digits) <= largest) : matching;
}
