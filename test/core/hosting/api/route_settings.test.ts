import { expect } from 'chai';
import { openApiDocument } from 'lectern/host';
import { manifest, type Files } from '../../../support/installation.ts';
import { installations, reasonOf } from '../../kernel/boot/support.ts';

const things = `
  import { defineFailures, defineResource, field, input, listOf, pageOf, paging, shape } from 'lectern';
  const failures = defineFailures({ notFound: [10, 404, 'There is no such thing.'] });
  const thing = shape('Thing').mode('public', { name: field.text('Name.') });
  export default defineResource('/things', {
    search: {
      open: true, accepts: paging, returns: [pageOf(thing), 'public'],
      run: (services, { input: { limit } }) => ({ data: [{ name: 'a' }], total: 3 }),
    },
    get: {
      open: true, returns: [thing, 'public'],
      run(services, { params: { id } }) { if (id === '9') throw failures.notFound(); return { name: id }; },
    },
    update: { open: true, accepts: { name: input.text() }, returns: [thing, 'public'], run: () => ({ name: 'new' }) },
    remove: { returns: [thing, 'public'], run: () => ({ name: 'old' }) },
  });`;

const fixture: Files = {
  'core/things/module.json': manifest('things'),
  'core/things/resources/things.js': things,
  'core/words/module.json': manifest('words'),
  'core/words/resources/words.js': things.replace("'/things'", "'/words'"),
};

describe('A route that the configuration deprecates', () => {
  const install = installations();
  const routes = {
    'GET /things/{id}': { deprecated: '2026-01-01', sunset: '2027-01-31T12:00:00+02:00', link: '/docs/things' },
    'GET /api/things': { deprecated: true, successor: '/api/words' },
    'PUT /thing/{thing}': { deprecated: '2026-06-01T00:00:00Z' },
  };
  const serve = () => install(fixture).serve({ config: { routes } });

  it('sends Deprecation, Sunset and Link with every answer, failures included', async () => {
    const { api } = await serve();
    const good = await api.get('/api/things/7').expect(200);
    for (const answer of [
      good,
      await api
        .get('/api/thing/7')
        .set('If-None-Match', good.get('ETag') ?? '')
        .expect(304),
      await api.head('/api/things/7').expect(200),
      await api.get('/api/things/9').expect(404),
      await api.get('/api/things/none').expect(404),
    ]) {
      expect(answer.get('Deprecation')).to.equal('@1767225600');
      expect(answer.get('Sunset')).to.equal('Sun, 31 Jan 2027 10:00:00 GMT');
      expect(answer.get('Link')).to.equal('</docs/things>; rel="deprecation"');
    }
  });

  it('sends its Link beside the paging links', async () => {
    const { api } = await serve();
    const answer = await api.get('/api/things?limit=1').expect(200);
    expect(answer.get('Deprecation')).to.equal('@0');
    expect(answer.get('Link'))
      .to.include('offset=1&limit=1>; rel="next"')
      .and.include('</api/words>; rel="successor-version"');
    expect(answer.get('Sunset')).to.equal(undefined);
  });

  it('covers PUT and PATCH in every spelling of its address, and no other method', async () => {
    const { api } = await serve();
    for (const method of ['put', 'patch'] as const) {
      const answer = await api[method]('/api/things/7').send({ name: 'x' }).expect(200);
      expect(answer.get('Deprecation')).to.equal('@1780272000');
    }
    const refused = await api.patch('/api/things/7').send({}).expect(422);
    expect(refused.get('Deprecation')).to.equal('@1780272000');
    expect((await api.delete('/api/things/7').expect(401)).get('Deprecation')).to.equal(undefined);
    expect((await api.get('/api/words/7').expect(200)).get('Deprecation')).to.equal(undefined);
  });

  it('is the only kind of route that the OpenAPI document marks as deprecated', async () => {
    const { kernel, api } = await serve();
    const { body } = await api.get('/api/openapi.json');
    const marked = Object.entries<any>(body.paths).flatMap(([path, item]) =>
      Object.entries<any>(item).flatMap(([method, operation]) => (operation.deprecated ? [`${method} ${path}`] : [])),
    );
    expect(marked).to.have.members([
      'get /api/things',
      'get /api/things/{id}',
      'patch /api/things/{id}',
      'put /api/things/{id}',
    ]);
    const { get } = body.paths['/api/things/{id}'];
    expect(get).to.include({ deprecated: true, 'x-sunset': '2027-01-31' });
    expect(get.description).to.include('Deprecated since 2026-01-01, gone after 2027-01-31: see </docs/things>.');
    expect(get.responses['200'].headers).to.include.keys('Deprecation', 'Sunset');
    expect(openApiDocument({ routes: kernel.routes, services: kernel.services })).to.have.property('paths');
  });
});

describe('A route that the configuration disables', () => {
  const install = installations();

  it('answers 405 with the other methods in Allow, and leaves document and route list', async () => {
    const place = install(fixture);
    const { api, kernel } = await place.serve({ config: { routes: { 'PATCH /things/{id}': { disabled: true } } } });
    for (const method of ['put', 'patch'] as const) {
      const answer = await api[method]('/api/things/7').expect(405);
      expect(answer.get('Allow')).to.equal('GET, HEAD, DELETE, OPTIONS');
    }
    expect((await api.options('/api/things/7').expect(204)).get('Allow')).to.equal('GET, HEAD, DELETE, OPTIONS');
    await api.get('/api/things/7').expect(200);
    const { body } = await api.get('/api/openapi.json');
    expect(body.paths['/api/things/{id}']).to.have.keys('get', 'delete');
    expect(
      kernel.routes.some(({ operation, address }) => operation === 'update' && address === '/things/{id}'),
    ).to.equal(false);
    expect(kernel.disabled.routes.map(({ address, operation }) => [operation, address])).to.deep.equal([
      ['update', '/things/{id}'],
    ]);
  });

  it('answers 404 if its address has no other method, for HEAD and OPTIONS, too', async () => {
    const { api } = await install(fixture).serve({ config: { routes: { 'GET /words': { disabled: true } } } });
    await api.get('/api/words').expect(404);
    await api.head('/api/words').expect(404);
    await api.options('/api/words').expect(404);
    await api.get('/api/words/7').expect(200);
  });

  const mistakes: Record<string, [routes: object, message: RegExp]> = {
    'names no route': [
      { 'GET /thigns/{id}': { disabled: true } },
      /"GET \/thigns\/\{id\}", but there is no such route; the nearest are "GET \/things\/\{id\}"/,
    ],
    'has no method': [{ '/things': { disabled: true } }, /"\/things", but there is no such route/],
    'names a method that the address lacks': [
      { 'POST /things': { disabled: true } },
      /"POST \/things", but there is no such route/,
    ],
    'repeats another entry': [
      { 'PUT /things/{id}': {}, 'PATCH /things/{id}': {} },
      /one route as "PUT \/things\/\{id\}" and "PATCH \/things\/\{id\}"/,
    ],
    'has an unknown key': [{ 'GET /things': { off: true } }, /"routes\.GET \/things\.off" is not a known key/],
    'has an invalid date': [
      { 'GET /things': { deprecated: '2026-02-30' } },
      /"routes\.GET \/things\.deprecated" must match format/,
    ],
    'has `sunset` without `deprecated`': [
      { 'GET /things': { sunset: '2026-02-01' } },
      /"routes\.GET \/things\.deprecated"/,
    ],
    'has `sunset` before `deprecated`': [
      { 'GET /things': { deprecated: '2026-02-02', sunset: '2026-02-01' } },
      /"sunset" of "routes\.GET \/things" is before/,
    ],
    'has a link with a line end': [
      { 'GET /things': { deprecated: true, link: '/a\r\nX: y' } },
      /"routes\.GET \/things\.link" must match format/,
    ],
  };
  for (const [mistake, [routes, message]] of Object.entries(mistakes)) {
    it(`stops the start if its entry ${mistake}`, async () => {
      const reason = await reasonOf(install(fixture).boot({ config: { routes } }));
      expect(reason)
        .to.match(message)
        .and.match(/^Configuration/);
    });
  }

  it('of an unloaded plugin gives a remark, and is disabled once the plugin runs', async () => {
    const place = install({
      ...fixture,
      'plugins/late/module.json': '{',
      'plugins/off/module.json': manifest('off', { mounts: ['/offers'] }),
      'plugins/off/resources/offers.js': things.replace("'/things'", "'/offers'"),
    });
    const routes = {
      'GET /plugins/late/words': { disabled: true },
      'GET /offers/{id}': { disabled: true },
      'GET /me/offers': { disabled: true },
    };
    const plugins = { disabled: ['off'] };
    const { remarks } = await place.boot({ config: { routes, plugins } });
    expect(remarks.map(({ message }) => message)).to.deep.equal([
      '"GET /plugins/late/words" applies once the plugin "late" runs; repair or enable the plugin, or remove the entry',
      '"GET /offers/{id}" applies once the plugin "off" runs; repair or enable the plugin, or remove the entry',
      '"GET /me/offers" applies once the plugin "off" runs; repair or enable the plugin, or remove the entry',
    ]);
    const { 'GET /me/offers': _me, ...known } = routes;
    const { api } = await place.serve({ config: { routes: known } });
    await api.get('/api/offers/7').expect(405);
    await api.get('/api/offers').expect(200);
  });
});
