import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type supertest from 'supertest';
import { manifest } from '../../../support/installation.ts';
import { installations } from '../../kernel/boot/support.ts';
import { gate, behaviour, flaky, until } from './plugins.ts';

type Api = ReturnType<typeof supertest>;

const path = '/api/plugins/flaky/items';
const terms = { failures: 3, windowSeconds: 60, pauseSeconds: 0.2 };
const long = { ...terms, pauseSeconds: 600 };

const throwing = (make: () => unknown) => () => {
  throw make();
};
const ill = throwing(() => new Error('the secret of the house'));

describe('The breaker of a plugin', () => {
  const install = installations();
  let logs: string[];

  beforeEach(() => {
    behaviour.run = () => 'well';
    behaviour.runs = 0;
  });

  async function serve(breaker: object = terms): Promise<Api> {
    const installation = install(flaky);
    logs = installation.logs;
    return (await installation.serve({ config: { guard: { breaker } } })).api;
  }

  const failTimes = async (api: Api, times: number, at = path) => {
    for (let time = 0; time < times; time++) await api.get(at).expect(500);
  };
  const logged = (text: string) => logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes(text));
  const states = async (api: Api) => {
    const { body } = await api.get('/readyz').expect(200);
    return Object.fromEntries(body.plugins.map(({ name, state }: Record<string, string>) => [name, state]));
  };
  const measured = async (api: Api, module: string) =>
    (await api.get('/metrics')).text.match(new RegExp(`^lectern_breaker_open\\{module="${module}"\\} (.+)$`, 'm'))?.[1];

  it('opens after repeated errors, with 503, one log line, metric and /readyz state', async () => {
    const api = await serve(long);
    behaviour.run = ill;
    expect(await measured(api, 'flaky')).to.equal('0');
    await failTimes(api, 3);
    const { body, headers } = await api.get(path).expect(503);
    expect(body.error).to.deep.equal({
      code: 8,
      message: 'The plugin "flaky" is out of service for a moment; try again later.',
    });
    expect(Number(headers['retry-after'])).to.be.within(590, 600);
    await api.delete(`${path}/1`).expect(503);
    expect(behaviour.runs).to.equal(3);
    expect(logged('out of service').map(({ level, module }) => [level, module])).to.deep.equal([[50, 'flaky']]);
    expect(logged('out of service')[0].msg).to.match(/The last error: the secret of the house$/);
    expect((await api.get('/readyz')).text).to.not.include('secret');
    expect(await measured(api, 'flaky')).to.equal('1');
    expect(await measured(api, 'calm')).to.equal('0');
    expect(await states(api)).to.deep.equal({ calm: 'running', flaky: 'out of service' });
    await api.get('/api/plugins/calm/items').expect(200);
  });

  it('admits one trial after the pause, and closes when it succeeds', async () => {
    const api = await serve();
    behaviour.run = ill;
    await failTimes(api, 3);
    const trial = gate();
    behaviour.run = () => trial.promise;
    const tried = until(async () => {
      const answer = await api.get(path);
      return answer.status === 200 && answer;
    });
    await until(() => behaviour.runs === 4);
    await api.get(path).expect(503);
    trial.resolve('well again');
    expect((await tried).body).to.equal('well again');
    await api.delete(`${path}/1`).expect(200);
    expect(behaviour.runs).to.equal(4);
    expect(logged('back in service').map(({ module }) => module)).to.deep.equal(['flaky']);
    expect(await measured(api, 'flaky')).to.equal('0');
    expect(await states(api)).to.include({ flaky: 'running' });
  });

  it('stays open when the trial fails', async () => {
    const api = await serve();
    behaviour.run = ill;
    await failTimes(api, 3);
    await until(async () => (await api.get(path)).status === 500);
    expect(behaviour.runs).to.equal(4);
    await api.get(path).expect(503);
    expect(logged('out of service')).to.have.length(1);
    behaviour.run = () => 'well';
    await until(async () => (await api.get(path)).status === 200);
  });

  it('waits the whole pause again after a late error of the trial', async () => {
    const api = await serve();
    behaviour.run = ill;
    await failTimes(api, 3);
    let failedAt = 0;
    behaviour.run = async () => {
      await sleep(150);
      failedAt = performance.now();
      ill();
    };
    await until(async () => (await api.get(path)).status === 500);
    behaviour.run = () => performance.now() - failedAt;
    const answer = await until(async () => {
      const { status, body } = await api.get(path);
      return status === 200 && body;
    });
    expect(answer).to.be.at.least(190);
  });

  it('admits another trial after one that finds a service unavailable', async () => {
    const api = await serve();
    behaviour.run = ill;
    await failTimes(api, 3);
    behaviour.run = throwing(() => Object.assign(new Error('gone'), { unavailable: true }));
    await until(() => api.get(path).then(() => behaviour.runs === 4));
    await api.get(path).expect(503);
    expect(behaviour.runs).to.equal(5);
    behaviour.run = () => 'well';
    await api.get(path).expect(200);
  });

  const meant: Record<string, [() => unknown, number]> = {
    'a failure of the plugin': [throwing(() => behaviour.kinds['noSuchObject']?.()), 404],
    'a failure with status 500': [throwing(() => behaviour.kinds['spent']?.()), 500],
    'an error of an unavailable service': [
      throwing(() => Object.assign(new Error('gone'), { unavailable: true })),
      503,
    ],
    'the failure `unavailable`': [throwing(() => behaviour.kinds['unavailable']?.()), 503],
  };
  for (const [what, [run, status]] of Object.entries(meant)) {
    it(`does not count ${what}`, async () => {
      const api = await serve(long);
      behaviour.run = run;
      for (let time = 0; time < 5; time++) await api.get(path).expect(status);
      expect(behaviour.runs).to.equal(5);
    });
  }

  const broken: Record<string, () => unknown> = {
    'a thrown value that is no Error': throwing(() => null),
    'a rejection': () => Promise.reject(new Error('no')),
    'an answer that cannot be written': () => ({ big: 1n }),
    'the failure `internal`': throwing(() => behaviour.kinds['internal']?.()),
  };
  for (const [what, run] of Object.entries(broken)) {
    it(`counts ${what}`, async () => {
      const api = await serve(long);
      behaviour.run = run;
      await failTimes(api, 3);
      await api.get(path).expect(503);
    });
  }

  it('does not count requests that the kernel refuses', async () => {
    const api = await serve(long);
    for (let time = 0; time < 5; time++) await api.get(`${path}?n=x`).expect(422);
    await api.get(path).expect(200);
  });

  it('stays closed while answers outnumber errors', async () => {
    const api = await serve(long);
    behaviour.run = ill;
    await failTimes(api, 1);
    behaviour.run = () => 'well';
    for (let time = 0; time < 4; time++) await api.get(path).expect(200);
    behaviour.run = ill;
    await failTimes(api, 3);
    await api.get(path).expect(503);
  });

  it('forgets errors that are older than its window', async () => {
    const api = await serve({ ...long, windowSeconds: 0.000_001 });
    behaviour.run = ill;
    await failTimes(api, 9);
  });

  it('opens for custom as for a plugin', async () => {
    const api = await serve(long);
    behaviour.run = ill;
    await failTimes(api, 3, '/api/own');
    const { body } = await api.get('/api/own').expect(503);
    expect(body.error.message).to.equal('The module "custom" is out of service for a moment; try again later.');
    expect(await states(api)).to.include({ custom: 'out of service' });
    expect(await measured(api, 'custom')).to.equal('1');
  });

  it('counts errors of operations of core for custom, which overrides them', async () => {
    const installation = install({
      'core/ground/module.json': manifest('ground'),
      'core/ground/resources/items.js': flaky['core/ground/resources/grounds.js']!.replace('/grounds', '/items'),
      'custom/module.json': manifest('custom'),
      'custom/resources/items.js': `
        import { defineResource } from 'lectern';
        export default defineResource('/items', { search: { run: (_services, _call, original) => original() } });`,
    });
    const { api } = await installation.serve({ config: { guard: { breaker: long } } });
    behaviour.run = ill;
    await failTimes(api, 3, '/api/items');
    expect((await api.get('/api/items').expect(503)).body.error.message).to.include('"custom"');
    await api.delete('/api/items/1').expect(200);
  });

  it('does not exist for core', async () => {
    const api = await serve(long);
    behaviour.run = ill;
    await failTimes(api, 9, '/api/grounds');
    expect(await measured(api, 'ground')).to.equal(undefined);
  });

  it('can be switched off', async () => {
    const api = await serve({ failures: 0 });
    behaviour.run = ill;
    await failTimes(api, 30);
  });

  it('opens after twenty errors for 30 seconds by default', async () => {
    const api = await serve({});
    behaviour.run = ill;
    await failTimes(api, 20);
    expect((await api.get(path).expect(503)).headers['retry-after']).to.equal('30');
  });
});
