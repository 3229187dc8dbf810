import { join } from 'node:path';
import { expect } from 'chai';
import { Installation, manifest, type Files } from '../../../../support/installation.ts';
import { makeTestDatabase, type TestDatabase } from '../../../../support/test_database.ts';
import { deliveries, ended, files, probe, type Replica } from '../support.ts';

/** A plugin in plain JavaScript. */
const echo: Files = {
  'plugins/echo/module.json': manifest('echo', { requires: { events: '*' } }),
  'plugins/echo/services.js': `
    import { asValue } from 'lectern';
    export default { echoes: asValue({ add: (event) => globalThis.eventProbe.told.push(event) }) };`,
  'plugins/echo/subscribers/repeat.js': `
    import { subscribe } from 'lectern';
    export default subscribe('thing.made', ({ echoes }) => (event) => echoes.add(event));`,
};

describe('Subscribers of a plugin', () => {
  let installation: Installation;
  let place: TestDatabase;

  beforeEach(async () => {
    const { 'core/watch/subscribers/writes.js': _writes, 'core/watch/subscribers/speaks.js': _speaks, ...rest } = files;
    installation = new Installation({ ...rest, ...echo });
    installation.linkCore('database', 'jobs', 'events');
    place = await makeTestDatabase();
  });
  afterEach(async () => {
    probe.reset();
    await installation.clear();
    await place.clear();
  });

  /** Starts the installation as it is now; what is in the database stays from start to start. */
  async function start(): Promise<Replica> {
    const dataDir = place.env['DATA_DIR'] === undefined ? {} : { DATA_DIR: join(installation.root, 'data') };
    const env = { ...place.env, ...dataDir, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info' };
    const modules = { jobs: { enabled: false }, events: { pollSeconds: 0.02 } };
    return installation.serve({ env, config: { modules } });
  }

  it('receive events once installed, and later those published while the plugin had failed', async () => {
    const one = await start();
    await one.api.post('/api/things').send({ name: 'dropped in' }).expect(200);
    await ended(one);
    expect(probe.told.map(({ payload }) => payload)).to.deep.equal([{ name: 'dropped in' }]);
    expect((await deliveries(one)).map(({ subscriber }) => subscriber)).to.deep.equal(['echo.repeat']);
    await one.kernel.stop();
    probe.told.length = 0;
    installation.write({ 'plugins/echo/module.json': manifest('echo', { requires: { absent: '*' } }) });
    const without = await start();
    expect(without.kernel.failedPlugins.map(({ module }) => module)).to.deep.equal(['echo']);
    await without.api.post('/api/things').send({ name: 'a' }).expect(200);
    expect((await deliveries(without, "state = 'pending'"))[0]).to.include({ subscriber: 'echo.repeat', attempts: 0 });
    expect(installation.logs.join('')).to.include('Missing subscribers: echo.repeat');
    await without.kernel.stop();
    installation.write(echo);
    await ended(await start());
    expect(probe.told.map(({ payload }) => payload)).to.deep.equal([{ name: 'a' }]);
  });

  it('receive no events while the plugin fails to start', async () => {
    installation.write({
      'plugins/echo/services.js': `
        import { asValue } from 'lectern';
        const start = () => Promise.reject(new Error('no luck'));
        export default { echoes: asValue({ start, add: (event) => globalThis.eventProbe.told.push(event) }) };`,
    });
    const one = await start();
    await one.api.post('/api/things').send({ name: 'a' }).expect(200);
    expect((await deliveries(one))[0]).to.include({ subscriber: 'echo.repeat', state: 'pending' });
    expect(probe.told).to.deep.equal([]);
  });
});
