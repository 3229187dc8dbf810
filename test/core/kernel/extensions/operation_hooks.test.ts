import { expect } from 'chai';
import { manifest, type Files } from '../../../support/installation.ts';
import { installations, opening } from '../boot/support.ts';
import { base } from '../boot/things.ts';
import { customTyped, script, typed } from '../routes/chains.ts';

/** A plugin with an operation hook in JavaScript, its properties as text. */
function hooking(name: string, properties: string, more: object = {}): Files {
  return {
    [`plugins/${name}/module.json`]: manifest(name, more),
    [`plugins/${name}/services.js`]: `${opening}
      export default { ${name}Hook: contributes('operationHooks', asValue({ address: '/things/{id}', operation: 'get', ${properties} })) };`,
  };
}

/** Notes its name in a header of the answer, before and after the operation. */
const noting = (name: string) => `
  before({ request }) { request.noted = [...(request.noted ?? []), '${name} before']; },
  after({ request, reply }) {
    request.noted.push('${name} after');
    reply.header('X-Noted', request.noted.join(', '));
  },`;

describe('An operation hook', () => {
  const install = installations();

  it('refuses a call by a failure, which the document lists', async () => {
    const refusing = `
      fails: [standardFailures.conflict],
      before({ params, input, user }) {
        if (params.id === '7' && user === undefined && input) throw standardFailures.conflict();
      },`;
    const { api } = await install({ ...base, ...hooking('a', refusing) }).serve();
    await api.get('/api/things/7').expect(409);
    await api.get('/api/things/8').expect(200, { text: 'core gets 8' });
    const { body } = await api.get('/api/openapi.json');
    const { get } = body.paths['/api/things/{id}'];
    expect(get.responses).to.include.keys('409');
    expect(get['x-origin']).to.deep.equal({
      layer: 'core',
      module: 'base',
      file: 'core/base/resources/things.ts',
      hooks: [{ layer: 'plugins', module: 'a', file: 'plugins/a/services.js' }],
    });
  });

  it('may be a typed class in TypeScript with async functions', async () => {
    const { api } = await install({
      ...base,
      'plugins/a/module.json': manifest('a'),
      'plugins/a/services.ts': `
        import { contributes, standardFailures, type OpenCall, type OperationHook } from 'lectern';
        class Refusals implements OperationHook {
          readonly address = '/things/{id}';
          readonly operation = 'get';
          async before({ params }: OpenCall<{ id: string }>) {
            await Promise.resolve();
            if (params.id === '7') throw standardFailures.conflict();
          }
          async after({ reply }: OpenCall, result: unknown) {
            await Promise.resolve();
            reply.header('X-Text', (result as { text: string }).text);
          }
        }
        export default { refusals: contributes('operationHooks', Refusals) };`,
    }).serve();
    await api.get('/api/things/7').expect(409);
    await api.get('/api/things/8').expect(200).expect('X-Text', 'core gets 8');
  });

  it('describes its headers in the document, with their module', async () => {
    const { api } = await install({
      ...base,
      ...hooking('a', `headers: { 'X-Noted': 'Notes.' }, ${noting('a')}`),
    }).serve();
    const { body } = await api.get('/api/openapi.json');
    expect(body.paths['/api/things/{id}'].get.responses[200].headers['X-Noted']).to.deep.equal({
      description: 'Notes.',
      required: false,
      schema: { type: 'string' },
      'x-origin': { layer: 'plugins', module: 'a', file: 'plugins/a/services.js' },
    });
  });

  it('surrounds the whole chain of overrides, the later module outside', async () => {
    const { kernel, api } = await install({
      ...base,
      ...typed('a'),
      ...hooking('h', noting('h'), { after: ['a'] }),
      ...script('b', { after: ['h'] }),
      ...hooking('k', noting('k'), { before: ['h'] }),
      ...customTyped(),
    }).serve();
    const { headers } = await api.get('/api/things/7').expect(200, { text: 'core gets 7 a b custom' });
    expect(headers['x-noted']).to.equal('h before, k before, k after, h after');
    const get = kernel.routes.find(({ operation }) => operation === 'get');
    expect(get?.hooks?.map(({ module }) => module)).to.deep.equal(['h', 'k']);
  });

  it('runs even if an override does not call the original', async () => {
    const place = install({
      ...base,
      ...hooking('a', `before() { throw standardFailures.conflict(); },`),
      ...customTyped(`override async get(): Promise<never> { return { text: 'custom' } as never; }`),
    });
    await (await place.serve()).api.get('/api/things/7').expect(409);
  });

  it('runs neither before access and input are checked, nor after a failure', async () => {
    const operation = (name: string) => `address: '/things${name === 'search' ? '' : '/{id}'}', operation: '${name}',`;
    const { api } = await install({
      ...base,
      ...hooking('a', `${operation('search')} before() { throw standardFailures.conflict(); }`),
      ...hooking('b', `${operation('update')} before() { throw standardFailures.conflict(); }`),
      ...hooking(
        'c',
        `before() { throw standardFailures.conflict(); }, after({ reply }) { reply.header('X-After', '1'); }`,
      ),
    }).serve();
    await api.get('/api/things').expect(422);
    await api.patch('/api/things/7').expect(401);
    const { headers } = await api.get('/api/things/7').expect(409);
    expect(headers).to.not.have.property('x-after');
  });

  it('keeps answers out of shared caches if it has `before`, not with `after` alone', async () => {
    const cached = `${opening} export default defineResource('/things', { get: { cached: 60, run: (_services, _call, original) => original() } });`;
    const files = { ...base, 'custom/module.json': manifest('custom'), 'custom/resources/things.js': cached };
    for (const [when, control] of [
      ['before', 'private, no-cache'],
      ['after', 'public, max-age=60'],
    ]) {
      const { api } = await install({ ...files, ...hooking('a', `${when}() {},`) }).serve();
      await api
        .get('/api/things/7')
        .expect(200)
        .expect('Cache-Control', control ?? '');
    }
  });

  it('leaves all other operations untouched', async () => {
    const kernel = await install({ ...base, ...hooking('a', noting('a')) }).boot();
    const hooked = kernel.routes.filter(({ hooks }) => hooks !== undefined);
    expect(hooked.map(({ operation }) => operation)).to.deep.equal(['get']);
  });

  it('is reported if its operation does not exist', async () => {
    const kernel = await install({ ...base, ...hooking('a', `address: '/thinks/{id}', after() {},`) }).boot();
    expect(kernel.remarks).to.deep.include({
      file: 'plugins/a/services.js',
      message:
        'the operation hook of get at /thinks/{id} is never called: no module has this operation; correct its "operation" or its "address"',
    });
  });

  const mistakes: Record<string, [properties: string, problem: RegExp]> = {
    'an unknown operation': [`operation: 'got', after() {},`, /of got at .* names no operation; write search, get,/],
    'no function': ['', /has no function; write before\(call\) or after\(call, result\)\.$/],
    'a text instead of a function': [`before: 'refuse',`, /"before" is a text; give a function/],
  };
  for (const [what, [properties, problem]] of Object.entries(mistakes)) {
    it(`with ${what} sets the plugin aside`, async () => {
      const { kernel, api } = await install({ ...base, ...hooking('a', properties) }).serve();
      expect(kernel.failedPlugins[0]?.reason)
        .to.match(problem)
        .and.match(/^plugins\/a\/services\.js: /);
      await api.get('/api/things/7').expect(200);
    });
  }
});
