import fc from 'fast-check';
import { Failure, input, reader } from 'lectern';
import { anyCharacter } from '../../../support/any_character.ts';

export const fields = {
  id: input.optional(input.id()),
  all: input.optional(input.idOrZero()),
  n: input.optional(input.integer({ maximum: 50, default: 3 })),
  flag: input.optional(input.bool()),
  word: input.optional(input.oneOf(['a', 'b'])),
  text: input.optional(input.text({ maxLength: 10 })),
  list: input.optional(input.list(input.id(), { maxItems: 3 })),
  inner: input.optional(
    input.object({ deep: input.text(), more: input.optional(input.list(input.object({ x: input.integer() }))) }),
  ),
  anything: input.optional(input.anything()),
};

export const read = reader(fields);
export const names = Object.keys(fields);

/** JSON as a client may send it, with the declared names among the others. */
const key = fc.oneof(
  fc.constantFrom(...names, 'deep', 'more', 'x', '__proto__', 'constructor', 'toString', 'length'),
  fc.string(),
);

export const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, '', '0', '1', 'a', '\0', '\ud800', 1, 0, -0, 2 ** 53, true),
    fc.string({ unit: anyCharacter }),
    fc.double(),
    fc.array(tie('json'), { maxLength: 5 }),
    fc.array(fc.tuple(key, tie('json')), { maxLength: 8 }).map(ownProperties),
  ),
}));

/** An object as `JSON.parse` makes it: every name is a property of its own, `__proto__` too. */
export function ownProperties(pairs: readonly (readonly [string, unknown])[]): object {
  const made = {};
  for (const [name, value] of pairs)
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  return made;
}

/** What the reader returns, or the failure that it throws. */
export function outcomeOf(source: unknown): object | Failure {
  try {
    return read(source);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
