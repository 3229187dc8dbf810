import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { installations } from '../../kernel/boot/support.ts';
import { base } from '../../kernel/boot/things.ts';
import { behaviour, gateOfEachTest, until } from './plugins.ts';

type Line = Readonly<Record<string, unknown>> & { readonly msg: string; readonly err?: { readonly message: string } };

describe('A faulty operation hook', () => {
  const install = installations();
  let logs: string[];
  const waiting = gateOfEachTest(undefined);

  beforeEach(() => {
    behaviour.run = () => undefined;
  });

  async function serve(when: 'before' | 'after', guard: object = {}, log: object = {}) {
    const place = install({
      ...base,
      'plugins/a/module.json': manifest('a'),
      'plugins/a/services.js': `
        import { asValue, contributes, standardFailures } from 'lectern';
        const hook = { address: '/things/{id}', operation: 'get', ${when}: () => globalThis.behaviour.run() };
        export default { hook: contributes('operationHooks', asValue(hook)) };`,
    });
    logs = place.logs;
    return (await place.serve({ config: { guard, log } })).api;
  }
  const lines = (text: string) => logs.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg.includes(text));
  const throwing = () => {
    throw new Error('no rules');
  };
  const breaker = { failures: 2, windowSeconds: 60, pauseSeconds: 0.2 };

  it('fails the call with 500, and the log names its module', async () => {
    const api = await serve('before');
    for (const run of [throwing, () => Promise.reject(new Error('no rules'))]) {
      behaviour.run = run;
      await api.get('/api/things/7').expect(500);
      const { module, route, err } = lines('the request failed').at(-1) as Line;
      expect({ module, route }).to.deep.equal({ module: 'a', route: '/things/{id}' });
      expect(err?.message).to.include('before() of an operation hook of module a failed: no rules');
    }
  });

  it('opens the breaker of its module, which refuses the call until a trial succeeds', async () => {
    const api = await serve('before', { breaker });
    behaviour.run = throwing;
    for (let time = 0; time < 2; time++) await api.get('/api/things/7').expect(500);
    const { body } = await api.get('/api/things/7').expect(503);
    expect(body.error.message).to.equal('The plugin "a" is out of service for a moment; try again later.');
    await api.get('/api/things?q=x').expect(200);
    behaviour.run = () => undefined;
    await until(async () => (await api.get('/api/things/7')).status === 200);
    await api.get('/api/things/7').expect(200);
  });

  it('around an operation of its plugin is admitted with the trial of this operation', async () => {
    const place = install({
      'plugins/a/module.json': manifest('a'),
      'plugins/a/resources/items.js': `import { defineResource, raw } from 'lectern';
        export default defineResource('/plugins/a/items', { search: { open: true, returns: [raw], run: () => globalThis.behaviour.run() } });`,
      'plugins/a/services.js': `import { asValue, contributes } from 'lectern';
        export default { hook: contributes('operationHooks', asValue({ address: '/plugins/a/items', operation: 'search', before() {} })) };`,
    });
    const { api } = await place.serve({ config: { guard: { breaker } } });
    behaviour.run = throwing;
    for (let time = 0; time < 2; time++) await api.get('/api/plugins/a/items').expect(500);
    await api.get('/api/plugins/a/items').expect(503);
    behaviour.run = () => 'well';
    await until(async () => (await api.get('/api/plugins/a/items')).status === 200, 5_000);
  });

  it('refuses the call by a failure that it returns instead of throwing it', async () => {
    const api = await serve('before');
    const { standardFailures } = await import('lectern');
    behaviour.run = () => standardFailures.conflict();
    await api.get('/api/things/7').expect(409);
    behaviour.run = () => Promise.resolve(standardFailures.conflict());
    await api.get('/api/things/7').expect(409);
  });

  it('that never ends is given up at the deadline, and named in the log', async () => {
    const api = await serve('before', { deadlineMs: 60 });
    behaviour.run = () => waiting.promise;
    await api.get('/api/things/7').expect(503);
    const late = lines('before() of an operation hook of module a did not answer within 60 ms');
    expect(late.map(({ module }) => module)).to.deep.equal(['a']);
    expect(lines('request').at(-1)).to.include({ status: 503, module: 'a', route: '/things/{id}' });
    behaviour.run = () => undefined;
    await api.get('/api/things/7').expect(200);
  });

  for (const when of ['before', 'after'] as const) {
    it(`is named in the log line of a slow request (${when})`, async () => {
      const api = await serve(when, {}, { slowRequestMs: 40 });
      behaviour.run = () => new Promise((resolve) => setTimeout(resolve, 60));
      await api.get('/api/things/7').expect(200);
      const [line] = lines('a request took');
      expect(line?.msg).to.match(new RegExp(`; \\d+ ms of it in ${when}\\(\\) of an operation hook of module a$`));
      expect(line).to.include({ module: 'base', route: '/things/{id}' });
      expect(line?.['part']).to.deep.include({ module: 'a', file: 'plugins/a/services.js' });
    });
  }

  it('with an error in after() is only logged, with its module', async () => {
    const api = await serve('after');
    for (const run of [throwing, () => Promise.reject(new Error('no rules'))]) {
      behaviour.run = run;
      await api.get('/api/things/7').expect(200, { text: 'core gets 7' });
    }
    const noted = lines('after() of an operation hook failed; the answer of the operation is sent nevertheless');
    expect(noted.map(({ module, route }) => [module, route])).to.deep.equal([
      ['a', '/things/{id}'],
      ['a', '/things/{id}'],
    ]);
  });

  it('with an endless after() delays the answer by two seconds at most', async () => {
    const api = await serve('after');
    behaviour.run = () => waiting.promise;
    await api.get('/api/things/7').expect(200, { text: 'core gets 7' });
    expect(lines('an operation hook failed')[0]?.err?.message).to.include('did not end within 2000 ms');
  });
});
