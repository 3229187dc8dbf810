import { expect } from 'chai';
import type { RecordedRequest } from '../../../../core/hosting/telemetry/request_trail.ts';
import { manifest, type Files } from '../../../support/installation.ts';
import { installations } from '../../kernel/boot/support.ts';
import { behaviour, gateOfEachTest } from './plugins.ts';

const opened = `import { field, open, resource, returns, shape } from 'lectern';
  const thing = shape('Thing').mode('public', { text: field.text('Text.') });`;

/** A resource whose `search` does what `behaviour` says. */
const flakyThings = (file: string): Files => ({
  [file]: `${opened}
    @resource('/plugins/a/things') export default class Things {
      @open @returns(thing, 'public') search(call) { return globalThis.behaviour.run(call); }
      @open @returns(thing, 'public') get() { return { text: 'well' }; }
    }`,
});

/** Custom, which overrides `search` and reaches the link of the plugin. */
const overrides: Readonly<Record<string, Files>> = {
  'original()': {
    'custom/module.json': manifest('custom'),
    'custom/resources/things.ts': `${opened}
      @resource('/plugins/a/things') export default class Things { async search(_call, original) { return original(); } }`,
  },
  super: {
    'custom/module.json': manifest('custom'),
    'custom/resources/things.ts': `${opened}
      import Original from '../../plugins/a/resources/things.ts';
      @resource('/plugins/a/things') export default class Things extends Original {
        override async search(call) { return super.search(call); }
      }`,
  },
};

const plugin = { 'plugins/a/module.json': manifest('a'), ...flakyThings('plugins/a/resources/things.ts') };
const path = '/api/plugins/a/things';
const breaker = { failures: 2, windowSeconds: 60, pauseSeconds: 60 };

describe('An overridden operation', () => {
  const install = installations();
  let logs: string[];
  const waiting = gateOfEachTest({ text: 'too late' });

  beforeEach(() => {
    behaviour.run = () => waiting.promise;
  });

  async function serve(files: Files, config: object) {
    const place = install(files);
    logs = place.logs;
    return (await place.serve({ config })).api;
  }
  const lines = (text: string) => logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes(text));

  for (const [what, custom] of Object.entries(overrides)) {
    it(`that never ends is logged and counted for its module, not for the override (${what})`, async () => {
      const api = await serve({ ...plugin, ...custom }, { guard: { deadlineMs: 60, breaker } });
      for (let time = 0; time < 2; time++) await api.get(path).expect(503);
      const [late] = lines('the overridden operation of module a did not answer within 60 ms');
      expect(late).to.include({ module: 'a', route: '/plugins/a/things' });
      expect(lines('request').at(-1)).to.include({ status: 503, module: 'a' });
      const { body } = await api.get(path).expect(503);
      expect(body.error.message).to.equal('The plugin "a" is out of service for a moment; try again later.');
      expect(lines('out of service').map(({ module }) => module)).to.deep.equal(['a']);
    });

    it(`that throws is counted for its module, not for the override (${what})`, async () => {
      const api = await serve({ ...plugin, ...custom }, { guard: { breaker } });
      behaviour.run = () => Promise.reject(new Error('no luck'));
      for (let time = 0; time < 2; time++) await api.get(path).expect(500);
      await api.get(path).expect(503);
      await api.get(`${path}/1`).expect(503);
      expect(lines('out of service').map(({ module }) => module)).to.deep.equal(['a']);
    });

    it(`that is slow is named in the log line of the slow request (${what})`, async () => {
      const api = await serve({ ...plugin, ...custom }, { log: { slowRequestMs: 40 } });
      behaviour.run = () => new Promise((resolve) => setTimeout(resolve, 60, { text: 'at last' }));
      await api.get(path).expect(200, { text: 'at last' });
      const [line] = lines('a request took');
      expect(line.msg).to.match(/; \d+ ms of it in the overridden operation of module a$/);
      expect(line).to.include({ module: 'custom' });
      expect(line.part).to.deep.include({ module: 'a', file: 'plugins/a/resources/things.ts' });
    });
  }

  it('does not count later errors of an override that has caught its error', async () => {
    const catching = 'await original().catch(() => undefined); throw new Error("of custom");';
    const custom = Object.entries(overrides['original()'] ?? {}).map(([file, text]) => [
      file,
      text.replace('return original();', catching),
    ]);
    const api = await serve({ ...plugin, ...Object.fromEntries(custom) }, { guard: { breaker } });
    behaviour.run = () => Promise.reject(new Error('of the plugin'));
    for (let time = 0; time < 2; time++) await api.get(path).expect(500);
    expect(lines('out of service').map(({ module }) => module)).to.deep.equal(['custom']);
  });

  it('of core is named in the log, but its errors count for the override', async () => {
    const core = { 'core/a/module.json': manifest('a'), ...flakyThings('core/a/resources/things.ts') };
    const files = { ...core, ...overrides['original()'] };
    const api = await serve(files, { guard: { deadlineMs: 60, breaker } });
    for (let time = 0; time < 3; time++) await api.get(path).expect(503);
    expect(lines('the overridden operation of module a did not')).to.have.length(3);
    expect(lines('out of service')).to.deep.equal([]);
    behaviour.run = () => Promise.reject(new Error('no luck'));
    for (let time = 0; time < 2; time++) await api.get(path).expect(500);
    expect(lines('out of service').map(({ module }) => module)).to.deep.equal(['custom']);
  });

  it('is recorded with its duration while requests are recorded', async () => {
    const { kernel, api } = await install({ ...plugin, ...overrides['super'] }).serve();
    const recorded: RecordedRequest[] = [];
    kernel.services.installation.requests.listen((request) => recorded.push(request));
    behaviour.run = () => Promise.resolve({ text: 'well' });
    await api.get(path).expect(200);
    const [part] = recorded[0]?.parts ?? [];
    expect(part).to.deep.include({ name: 'the overridden operation of module a', failed: false });
    expect(part?.at).to.be.above(0);
    expect(part?.ms).to.be.within(Number.MIN_VALUE, recorded[0]?.ms ?? 0);
  });

  it('can be called by its override without arguments', async () => {
    const made = overrides['super']?.['custom/resources/things.ts']?.replace('super.search(call)', 'super.search()');
    const api = await serve({ ...plugin, ...overrides['super'], 'custom/resources/things.ts': made ?? '' }, {});
    behaviour.run = () => ({ text: 'well' });
    await api.get(path).expect(200, { text: 'well' });
  });
});
