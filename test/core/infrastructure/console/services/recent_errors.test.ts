import { expect } from 'chai';
import { manifest, type Files } from '../../../../support/installation.ts';
import { prepared, started } from '../../../../support/started.ts';
import { startWithPlugins } from '../../../../support/platform.ts';

// Three errors of each are more than the 50 that are kept.
const LEAKS = 17;

/** A resource whose operations fail. */
const boats = `
import { defineResource, input, raw } from 'lectern';

function sink() {
  throw new TypeError('https://captain:secret-1@sea.example does not answer');
}

export default defineResource('/plugins/wreck/boats', {
  search: { open: true, returns: [raw], run: () => sink() },
  add: { open: true, accepts: { key: input.text() }, returns: [raw], run: () => new Promise(() => undefined) },
});`;
/** A resource of a plugin that fails, too. */
const leak = (index: number) => `
import { defineResource, raw } from 'lectern';

export default defineResource('/plugins/leak${index}/boats', {
  search: { open: true, returns: [raw], run: () => Promise.reject(new Error('leak ${index}')) },
});`;

interface Kept {
  readonly id: string;
  readonly module: string;
  readonly message: string;
  readonly at: string;
  readonly recorded: boolean;
}

describe('Errors of operations in the console', () => {
  const platform = started(() => {
    const files = { ...plugin('wreck', boats) };
    for (let index = 0; index < LEAKS; index++) Object.assign(files, plugin(`leak${index}`, leak(index)));
    const guard = { deadlineMs: 60, breaker: { failures: 6, windowSeconds: 60, pauseSeconds: 600 } };
    return startWithPlugins(files, { guard });
  });
  const manager = prepared(() => platform.as('manager'));

  const list = async (query = {}) =>
    (await platform.api.get('/api/console/errors').query(query).set(manager).expect(200)).body as Kept[];
  const fail = async () => {
    const { headers } = await platform.api.get('/api/plugins/wreck/boats').expect(500);
    return String(headers['x-request-id']);
  };

  it('are kept without an open stream, with module, line and request id', async () => {
    expect(await list()).to.deep.equal([]);
    const id = await fail();
    const [error, ...others] = await list({ module: 'wreck' });
    expect(others).to.deep.equal([]);
    expect(error).to.include({
      id,
      method: 'GET',
      route: '/api/plugins/wreck/boats',
      module: 'wreck',
      message: 'https://***@sea.example does not answer',
      at: 'plugins/wreck/resources/boats.js:5',
      recorded: false,
    });
    expect(await list({ module: 'vip' })).to.deep.equal([]);
  });

  it('link to a recorded request, and follow failed plugins in the findings', async () => {
    const stop = platform.kernel.services.liveRequests.listen({}, () => undefined);
    const id = await fail();
    stop();
    expect((await list({ module: 'wreck' })).map(({ recorded }) => recorded)).to.deep.equal([true, false]);
    const { kernel } = platform.kernel.services.installation;
    const torn = { module: 'torn', reason: 'it is broken', fault: {} };
    Object.defineProperty(kernel, 'failedPlugins', { value: [torn], configurable: true });
    const { body: findings } = await platform.api.get('/api/console/findings').set(manager).expect(200);
    Reflect.deleteProperty(kernel, 'failedPlugins');
    const [first, finding] = findings as Record<string, string>[];
    expect(first).to.include({ topic: 'plugin torn', level: 'problem', request: null });
    expect(finding).to.include({ topic: 'plugin wreck', level: 'warning', request: id });
    expect(finding?.['fix']).to.match(/^Correct the cause in plugins\/wreck\/resources\/boats\.js:5; the log/);
  });

  it('are kept for three requests of a route, the newest first', async () => {
    const ids = [await fail(), await fail(), await fail()];
    expect((await list({ module: 'wreck' })).map(({ id }) => id)).to.deep.equal(ids.toReversed());
  });

  it('are a finding with a fix, and explain an open breaker except in /readyz', async () => {
    const { headers } = await platform.api.post('/api/plugins/wreck/boats').send({ key: 's3cr3t' }).expect(503);
    const late = 'the operation did not answer within 60 ms (guard.deadlineMs) and was given up';
    const [error] = await list({ module: 'wreck' });
    expect(error).to.include({ message: late });
    expect(error?.at).to.match(/wreck\/resources\/boats\.js$/);
    const { body: findings } = await platform.api.get('/api/console/findings').set(manager).expect(200);
    const [finding] = findings as Record<string, string>[];
    expect(finding).to.include({ level: 'problem', topic: 'plugin wreck' });
    expect(finding?.['message']).to.match(
      /^out of service: its operations kept failing: POST \/api\/plugins\/wreck\/boats, GET .* The last error is: the operation.* \(\S*boats\.js\)$/,
    );
    expect(finding?.['details']).to.have.length(4);
    expect(finding?.['fix'])
      .to.contain(String(headers['x-request-id']))
      .and.contain('the plugin wreck can be disabled on its page');
    // A missed deadline has no stack in the log.
    expect(finding?.['fix']).to.match(/^Give a time limit to everything that \S*boats\.js waits for/);
    const reasonAt = async (address: string) => {
      const { body } = await platform.api.get(address).set(manager);
      return (body as { plugins: Record<string, string>[] }).plugins.find(({ name }) => name === 'wreck');
    };
    const name = 'wreck';
    const state = 'out of service';
    const often = 'its operations kept failing; the';
    expect(await reasonAt('/api/console/readiness')).to.deep.equal({
      name,
      state,
      reason: `${often} last error is: ${late}`,
    });
    expect(await reasonAt('/readyz')).to.deep.equal({ name, state, reason: `${often} log says why` });
  });

  it('explain a plugin out of service in the list, its page and its finding', async () => {
    const breaker = platform.kernel.services.installation.breakers.of({ layer: 'plugins', name: 'vip' });
    for (let time = 0; time < 6; time++) breaker?.failed('no level at https://ada:secret-1@vip.example');
    const { body: plugin } = await platform.api.get('/api/console/plugins/vip').set(manager).expect(200);
    const { body: plugins } = await platform.api.get('/api/console/plugins').set(manager).expect(200);
    const reason = 'its operations kept failing; the last error is: no level at https://***@vip.example';
    for (const shown of [plugin, (plugins as Record<string, string>[]).find(({ name }) => name === 'vip')])
      expect(shown).to.include({ state: 'out of service', reason });
    await platform.api.get('/api/plugins/vip/vip_levels').expect(503);
    const { body: findings } = await platform.api.get('/api/console/findings').set(manager).expect(200);
    const found = (findings as Record<string, string>[]).find(({ topic }) => topic === 'plugin vip');
    const message =
      'out of service: its operations kept failing. The last error is: no level at https://***@vip.example';
    expect(found).to.include({ level: 'problem', message });
  });

  it('are kept up to 50, without declared failures', async () => {
    for (let turn = 0; turn < 3; turn++)
      for (let index = 0; index < LEAKS; index++) await platform.api.get(`/api/plugins/leak${index}/boats`).expect(500);
    await platform.api.get('/api/articles/999999').set(manager).expect(404);
    const kept = await list();
    expect(kept).to.have.length(50);
    expect(kept.filter(({ module }) => !module.startsWith('leak'))).to.deep.equal([]);
    expect(kept[0]).to.include({ module: 'leak16', message: 'leak 16' });
  });
});

function plugin(name: string, resource: string): Files {
  return { [`${name}/module.json`]: manifest(name), [`${name}/resources/boats.js`]: resource };
}
