import { expect } from 'chai';
import { eventually } from '../../../../support/eventually.ts';
import { manifest } from '../../../../support/installation.ts';
import { startPlatform, startWithPlugins } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';
import { gate } from '../../../hosting/isolation/plugins.ts';

describe('GET /console/readiness', () => {
  const platform = started(startPlatform);

  it('returns the readiness of /readyz, with the version', async () => {
    const ready = (await platform.api.get('/readyz').expect(200)).body as { status: string; plugins: object[] };
    const manager = await platform.as('manager');
    const { body } = await platform.api.get('/api/console/readiness').set(manager).expect(200);
    expect(body).to.deep.equal({
      ...ready,
      version: '0.1.0',
      plugins: ready.plugins.map((plugin) => ({ reason: null, ...plugin })),
      remarks: [],
      waiting: [],
    });
  });
});

/** A plugin whose operation waits, and whose operation hook delays an operation of another plugin. */
const files = {
  'stuck/module.json': manifest('stuck', { requires: { vip: '*' } }),
  'stuck/resources/boats.js': `
    import { defineResource, raw } from 'lectern';
    export default defineResource('/plugins/stuck/boats', {
      search: { open: true, returns: [raw], run: () => globalThis.stuckUntil },
    });`,
  'stuck/services.js': `
    import { asValue, contributes } from 'lectern';
    const hook = { address: '/plugins/vip/vip_levels', operation: 'search', before: () => globalThis.stuckUntil };
    export default { stuckHook: contributes('operationHooks', asValue(hook)) };`,
};

describe('Waiting requests in GET /console/readiness', () => {
  const stuck = gate();

  before(() => {
    Object.assign(globalThis, { stuckUntil: stuck.promise });
  });
  after(() => stuck.resolve({}));
  const platform = started(() => startWithPlugins(files));

  it('are listed with module and part after a second, until they are answered', async () => {
    const manager = await platform.as('manager');
    const waiting = async () => {
      const { body } = await platform.api.get('/api/console/readiness').set(manager).expect(200);
      return (body as { waiting: { ms: number }[] }).waiting;
    };
    const get = (path: string, id: string) => platform.api.get(path).set('X-Request-Id', id);
    const answers = [get('/api/plugins/stuck/boats', 'one'), get('/api/plugins/vip/vip_levels', 'two')];
    const answered = Promise.all(answers);
    let found: { ms: number }[] = [];
    await eventually(async () => {
      found = await waiting();
      expect(found).to.have.length(2);
    });
    expect(found.every(({ ms }) => ms >= 1_000)).to.equal(true);
    const method = 'GET';
    expect(found.map(({ ms: _ms, ...request }) => request)).to.have.deep.members([
      { id: 'one', method, route: '/api/plugins/stuck/boats', module: 'stuck', part: null },
      {
        id: 'two',
        method,
        route: '/api/plugins/vip/vip_levels',
        module: 'stuck',
        part: 'before() of an operation hook of module stuck',
      },
    ]);
    stuck.resolve({});
    expect((await answered).map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(await waiting()).to.deep.equal([]);
  });
});
