import fc from 'fast-check';
import type { HostileSource } from './source.ts';

const json = [
  ...['{', '}', '[', ']', '"', ':', ',', '\\', '\\u0000', '1', '1e9', '-', '.', 'true', 'null', ' ', '\n', '\u4e2d'],
  ...['"a":', '"cupon":"X",', '{"a":', '[[', '{},', '1,', '"\\"', '"__proto__":{}'],
];
const form = ['a', '=', '&', '+', '%', '%41', '%zz', '[', ']', '[]', '[0]', 'a[0]=1&', 'a=1&', '\u4e2d', '__proto__'];

const textOf = (pieces: readonly string[], maxLength: number) =>
  fc
    .tuple(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: maxLength }))
    .map(([parts, length]) => {
      const text = parts.join('');
      return text.repeat(Math.ceil(length / text.length)).slice(0, length);
    });

/** Objects of many fields that no operation knows. */
const unknownFields = fc
  .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 1_000 }))
  .map(([name, count]) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, name]))),
  );

const types = { json: 'application/json', form: 'application/x-www-form-urlencoded' };
const targets = [
  { caller: 'anonymous', method: 'POST', path: '/api/user/login', maxLength: 65_000 },
  { caller: 'manager', method: 'PATCH', path: '/api/articles/1', maxLength: 1_000_000 },
  { caller: 'student', method: 'POST', path: '/api/orders', maxLength: 1_000_000 },
] as const;

/** Bodies of JSON and of forms, half of them under strict handling. */
export const hostileBodies: HostileSource = {
  name: 'body',
  statuses: [200, 400, 401, 404, 413, 422, 429],
  requests: (seed) => {
    const request = fc.constantFrom(...targets).chain((target) =>
      fc.record({
        target: fc.constant(target),
        strict: fc.boolean(),
        content: fc.oneof(
          fc.record({ type: fc.constant(types.json), body: fc.oneof(textOf(json, target.maxLength), unknownFields) }),
          fc.record({ type: fc.constant(types.form), body: textOf(form, target.maxLength) }),
        ),
      }),
    );
    return Promise.resolve(
      fc.sample(request, { seed, numRuns: 12 }).map(({ target: { caller, method, path }, strict, content }) => ({
        ...{ caller, method, path },
        headers: { 'Content-Type': content.type, ...(strict && { Prefer: 'handling=strict' }) },
        body: content.body,
      })),
    );
  },
};
