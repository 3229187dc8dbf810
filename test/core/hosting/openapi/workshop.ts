import { Installation, manifest } from '../../../support/installation.ts';

const keys = `
import { contributes, standardFailures } from 'lectern';
class Keys {
  name = 'Key'; rank = 1; challenge = 'Key'; security = { type: 'apiKey', in: 'header', name: 'X-Key' };
  find(request) { return request.header('x-key'); }
  identify(key) {
    if (key !== 'right') throw standardFailures.invalidToken();
    return { id: '1', nickname: 'one', roles: [], permissions: { has: (permission) => permission === 'may' } };
  }
}
export default { keys: contributes('authenticators', Keys) };`;

const inputs = `
import { input } from 'lectern';
export const everything = {
  id: input.optional(input.id({ description: 'An id.' })),
  idOrZero: input.optional(input.idOrZero()),
  integer: input.optional(input.integer({ description: 'Any.' })),
  month: input.optional(input.integer({ minimum: 1, maximum: 12 })),
  year: input.optional(input.integer({ minimum: 1970, maximum: 2099 })),
  below: input.optional(input.integer({ maximum: 2345 })),
  degrees: input.optional(input.integer({ minimum: -273, maximum: 99 })),
  text: input.optional(input.text({ maxLength: 8 })),
  code: input.optional(input.text({ pattern: '^[a-z]{3}$', expected: 'three letters' })),
  bool: input.optional(input.bool()),
  word: input.optional(input.oneOf(['a', 'b'])),
  day: input.optional(input.date()),
  moment: input.optional(input.datetime()),
  share: input.optional(input.decimal({ places: 3, maximum: 9 })),
  email: input.optional(input.email()),
  uuid: input.optional(input.uuid()),
  list: input.optional(input.list(input.id(), { maxItems: 3 })),
  within: input.integer({ default: 3, maximum: 5 }),
};
export const nested = {
  whole: input.object({ expected: input.text(), within: input.optional(input.bool()) }),
  parts: input.optional(input.list(input.object({ n: input.integer({ maximum: 99 }) }))),
  free: input.optional(input.anything({ description: 'Anything.' })),
};`;

const things = `
import { anyFields, defineFailures, defineResource, field, listOf, pagedListOf, paging, raw, shape } from 'lectern';
import { everything, nested } from '../inputs.js';
const failures = defineFailures({ broken: [2001, 500, 'It is broken.'], tooMany: [3, 429, 'Too many.'] });
export const thing = shape('Thing')
  .mode('public', {
    id: field.intString('Id.'),
    kind: field.nullable(field.oneOf(['a', 'b'], 'Kind.')),
    at: field.nullable(field.datetime('When.')),
    size: field.nullable(field.object({ width: field.int('Width.') }, 'Size.')),
    note: field.optional(field.nullable(field.text('Note.'))),
    cover: field.picture('Cover.', '/none.png'),
  })
  .mode('full', { price: field.money('Price.'), seen: field.nullable(field.timestamp('When it was seen.')) });
const empty = { id: 1, kind: null, at: null, size: null, note: null, cover: null };
const whole = { id: '9223372036854775807', kind: 'a', at: new Date(0), size: { width: 3 }, cover: null, price: 5, seen: null };
export default defineResource('/things', {
  search: { open: true, accepts: { ...everything, ...paging }, returns: [pagedListOf(thing), 'public'], run: () => ({ data: [empty, whole], total: 2 }) },
  get: { returns: [thing, 'full'], run: () => whole },
  add: { open: true, accepts: everything, returns: [raw], run: (_s, { input }) => input },
  update: { requires: 'may', accepts: nested, returns: [raw], run: (_s, { input }) => input },
  remove: {
    open: true, returns: [raw], fails: [failures.broken, failures.tooMany.as({ code: 30002 })],
    run: (_s, { params }) => {
      if (params.id === '1') throw failures.broken();
      if (params.id === '2') throw failures.tooMany({ headers: { 'Retry-After': '3' } });
      if (params.id === '3') throw Object.assign(new Error('gone'), { unavailable: true });
      throw new Error('a secret');
    },
  },
});`;

const parts = `
import { anyFields, defineResource, field, listOf, raw, shape } from 'lectern';
const own = shape('Thing').mode('public', { other: field.text('Another one of the name.') });
export default defineResource('/things/{thingId}/parts', {
  search: { open: true, returns: [listOf(own), 'public'], run: () => [{ other: 'x' }] },
  update: { open: true, accepts: anyFields, returns: [raw], run: (_s, { input }) => input },
});`;

const owner = `
import { defineResource, field, listOf, raw, shape } from 'lectern';
const part = shape('Thing').mode('public', { mine: field.bool('A third one.') });
export default defineResource('/things/{id}/parts', {
  search: { returns: [listOf(part), 'public'], run: () => [{ mine: true }], summary: 'The parts.' },
});`;

const ambiguous = (address: string) => `
import { defineResource, raw } from 'lectern';
export default defineResource('${address}', { search: { open: true, returns: [raw], run: () => 1 } });`;

/** An installation with every kind of input and answer, and every case in which names could clash. */
export function workshop(): Installation {
  return new Installation({
    'core/keys/module.json': manifest('keys'),
    'core/keys/services.js': keys,
    'core/things/module.json': manifest('things'),
    'core/things/inputs.js': inputs,
    'core/things/resources/things.js': things,
    'core/parts/module.json': manifest('parts'),
    'core/parts/resources/parts.js': parts,
    'core/parts/resources/ab_c.js': ambiguous('/a_b/c'),
    'core/parts/resources/a_bc.js': ambiguous('/a/b_c'),
    'custom/module.json': manifest('custom'),
    'custom/resources/parts.js': owner,
  });
}
