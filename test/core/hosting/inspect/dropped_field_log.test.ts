import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { installations } from '../../kernel/boot/support.ts';

const development = { env: { NODE_ENV: 'development', PORT: '0', LOG_LEVEL: 'info' } };

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

describe('The log of withheld fields', () => {
  const install = installations();

  /** The log lines about withheld fields. */
  const linesOf = ({ logs }: { readonly logs: readonly string[] }) =>
    logs.filter((line) => line.includes('field withheld')).map((line) => JSON.parse(line) as { field: string });

  /** The fields that are logged after one request, sorted. */
  async function withheld(returns: string, value: string, before = ''): Promise<string[]> {
    const place = install(plugin(returns, value, before));
    const { api } = await place.serve(development);
    await api.get('/api/plugins/shop/goods').expect(200);
    return linesOf(place)
      .map(({ field }) => field)
      .sort();
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
    'fields of a class instance, but no methods': [
      `[goods, 'public']`,
      'new Goods()',
      ['cost'],
      `class Goods { name = 'a'; cost = 1; sell() {} }`,
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

  it('names each field once, with module, file and route, and never its value', async () => {
    const place = install(
      plugin(`[listOf(goods), 'public']`, `[{ name: 'a', price: 77123 }, { name: 'b', price: 77123 }]`),
    );
    const { api } = await place.serve(development);
    for (let asked = 0; asked < 3; asked++)
      await api.get('/api/plugins/shop/goods?fields=name').expect(200, [{ name: 'a' }, { name: 'b' }]);
    const lines = linesOf(place);
    expect(lines).to.have.length(1);
    expect(lines[0]).to.deep.include({
      level: 30,
      module: 'shop',
      route: 'GET /plugins/shop/goods',
      file: 'plugins/shop/resources/goods.js',
      field: '[].price',
    });
    expect(place.logs.join('')).to.not.include('77123');
  });

  it('is empty outside of development', async () => {
    const place = install(plugin(`[goods, 'public']`, `{ name: 'a', price: 1 }`));
    const { api } = await place.serve();
    await api.get('/api/plugins/shop/goods').expect(200);
    expect(linesOf(place)).to.deep.equal([]);
  });

  it('names at most 1000 fields', async () => {
    const value = `{ name: 'a', ...Object.fromEntries(Array.from({ length: 1100 }, (_, index) => ['key' + index, 1])) }`;
    expect(await withheld(`[goods, 'public']`, value)).to.have.length(1_000);
  });
});
