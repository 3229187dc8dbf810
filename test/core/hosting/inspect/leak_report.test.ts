import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { installations } from '../../kernel/boot/support.ts';

const on = { config: { leakReport: true } };

/** A plugin whose search returns `value`, through this filter. */
const plugin = (returns: string, value: string, before = '') => ({
  'plugins/shop/module.json': manifest('shop'),
  'plugins/shop/resources/goods.js': `
    import { choiceOf, choose, defineResource, field, listOf, nested, pageOf, paging, raw, recordOf, shape } from 'lectern';
    const owner = shape('Owner').mode('public', { name: field.text('Name.') });
    const goods = shape('Goods').mode('public', {
      name: field.text('Name.'),
      owner: field.optional(nested(owner, 'public', 'Whose it is.')),
      parts: field.optional(field.list(nested(owner, 'public', 'One.'), 'What it is made of.')),
      picture: field.optional(field.picture('How it looks.', '/x.png')),
      made: field.optional(field.datetime('When.')),
      size: field.optional(field.nullable(field.object({ width: field.int('Width.') }, 'How large.'))),
    });
    const any = choiceOf('Any', () => [{ shape: goods, mode: 'public' }]);
    ${before}
    export default defineResource('/plugins/shop/goods', {
      search: { open: true, accepts: paging, returns: ${returns}, run: () => (${value}) },
    });`,
});

describe('The leak report', () => {
  const install = installations();

  /** The fields that are reported after one request. */
  async function withheld(returns: string, value: string, before = ''): Promise<string[]> {
    const { kernel, api } = await install(plugin(returns, value, before)).serve(on);
    await api.get('/api/plugins/shop/goods').expect(200);
    return kernel.leaks.map(({ field }) => field);
  }

  const found: Record<string, [returns: string, value: string, fields: string[], before?: string]> = {
    'fields of an object': [`[goods, 'public']`, `{ name: 'a', price: 1, cost: 2 }`, ['cost', 'price']],
    'fields of a nested object': [
      `[goods, 'public']`,
      `{ name: 'a', owner: { name: 'b', email: 'c' } }`,
      ['owner.email'],
    ],
    'fields of a nullable object field': [
      `[goods, 'public']`,
      `{ name: 'a', size: { width: 1, depth: 2 } }`,
      ['size.depth'],
    ],
    'fields of a list in an object': [
      `[goods, 'public']`,
      `{ name: 'a', parts: [{ name: 'b', id: 1 }, { name: 'c', key: 2 }] }`,
      ['parts[].id', 'parts[].key'],
    ],
    'fields of a picture': [
      `[goods, 'public']`,
      `{ name: 'a', picture: { small: '/s', middle: '/m', large: '/l', raw: '/r' } }`,
      ['picture.raw'],
    ],
    'fields of a list': [`[listOf(goods), 'public']`, `[{ name: 'a' }, { name: 'b', price: 1 }]`, ['[].price']],
    'fields of a page': [
      `[pageOf(goods), 'public']`,
      `{ data: [{ name: 'a', price: 1 }], total: 1 }`,
      ['data[].price'],
    ],
    'fields of a choice': [`[any]`, `choose(goods, 'public', { name: 'a', price: 1 })`, ['price']],
    'fields of a record': [`[recordOf(any)]`, `{ x: choose(goods, 'public', { name: 'a', price: 1 }) }`, ['*.price']],
    'fields under a symbol': [`[goods, 'public']`, `{ name: 'a', [Symbol('price')]: 1 }`, ['[price]']],
    'fields and getters of a class instance, but no methods': [
      `[goods, 'public']`,
      'new Goods()',
      ['cost', 'price'],
      `class Goods { name = 'a'; cost = 1; get price() { return 2; } sell() {} }`,
    ],
    'fields named like members of Object.prototype': [
      `[goods, 'public']`,
      `{ name: 'a', constructor: 1, ['__proto__']: 2 }`,
      ['__proto__', 'constructor'],
    ],
    'no field if the filter declares all': [
      `[goods, 'public']`,
      `{ name: 'a', made: new Date(0), owner: undefined, price: undefined }`,
      [],
    ],
    'no field without a filter': [`[raw]`, `{ name: 'a' }`, []],
  };
  for (const [what, [returns, value, fields, before]] of Object.entries(found)) {
    it(`names ${what}`, async () => {
      expect(await withheld(returns, value, before)).to.deep.equal(fields);
    });
  }

  it('counts answers by module, route and field, and logs each field once', async () => {
    const place = install(
      plugin(`[listOf(goods), 'public']`, `[{ name: 'a', price: 77123 }, { name: 'b', price: 77123 }]`),
    );
    const { api } = await place.serve(on);
    for (let asked = 0; asked < 3; asked++)
      await api.get('/api/plugins/shop/goods?fields=name').expect(200, [{ name: 'a' }, { name: 'b' }]);
    const { body, text } = await api.get('/leaks').expect(200);
    const leak = {
      module: 'shop',
      route: 'GET /plugins/shop/goods',
      file: 'plugins/shop/resources/goods.js',
      field: '[].price',
    };
    expect(body).to.deep.equal([{ ...leak, answers: 3 }]);
    const lines = place.logs.filter((line) => line.includes('withheld'));
    expect(lines).to.have.length(1);
    expect(JSON.parse(lines[0] ?? '')).to.deep.include({ level: 30, ...leak });
    // Never the value.
    expect(text + place.logs.join('')).to.not.include('77123');
  });

  it('is off by default', async () => {
    const place = install(plugin(`[goods, 'public']`, `{ name: 'a', price: 1 }`));
    const { kernel, api } = await place.serve();
    await api.get('/api/plugins/shop/goods').expect(200);
    await api.get('/leaks').expect(404);
    expect(kernel.leaks).to.deep.equal([]);
    expect(place.logs.filter((line) => line.includes('withheld'))).to.deep.equal([]);
  });

  it('names at most 1000 fields', async () => {
    const value = `{ name: 'a', ...Object.fromEntries(Array.from({ length: 1100 }, (_, index) => ['key' + index, 1])) }`;
    expect(await withheld(`[goods, 'public']`, value)).to.have.length(1_000);
  });
});
