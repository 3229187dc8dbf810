import { expect } from 'chai';
import { manifest, type Files } from '../../../../support/installation.ts';
import { opening, saying } from '../../../kernel/boot/support.ts';
import { mistakes, places, plugins } from '../plugin_mistakes.ts';
import { programOfSuite } from '../program.ts';
import { until } from '../plugins.ts';

/** A module that runs `code` in a timer after a request, so that its errors are uncaught. */
const careless = (path: string, code: string): Files => {
  const name = path.split('/').at(-1) ?? '';
  return {
    [`${path}/module.json`]: manifest(name),
    [`${path}/resources/deeds.js`]: `${opening}
      import { EventEmitter } from 'node:events';
      const deed = () => { ${code} };
      export default defineResource('${path.startsWith('plugins/') ? `/plugins/${name}` : `/${name}`}/deeds', {
        add: { open: true, returns: [raw], run: () => { setTimeout(deed, 1); return true; } },
      });`,
  };
};

const calm: Files = {
  'plugins/calm/module.json': manifest('calm'),
  'plugins/calm/resources/greetings.js': saying('calm', '/plugins/calm/greetings'),
  'config/test.json': JSON.stringify({ guard: { breaker: { failures: 3, pauseSeconds: 600 } } }),
};

const post = (url: string) => fetch(url, { method: 'POST' });

describe('Uncaught errors', () => {
  const suite = programOfSuite({
    ...calm,
    ...plugins,
    ...careless('custom', `throw new Error('lost')`),
    'plugins/a/module.json': manifest('a'),
    'plugins/a/services.js': `setInterval(() => { throw new Error('lost'); }, 50); throw new Error('cannot start');`,
  });

  it('of a plugin leave the process alive, and are logged with the plugin', async () => {
    const { program, url } = suite;
    for (const { name, logged } of places) {
      if (name === 'middleware') expect((await post(`${url}/api/plugins/middleware`)).status).to.equal(200);
      const line = await program.lineAbout(name, logged);
      expect(line, name).to.include({ level: 50 });
    }
    for (const { name, answer, logged, known, emitted } of mistakes) {
      const before = program.lines.length;
      const answered = await fetch(`${url}/api/plugins/careless/mistakes/${name}`, { method: 'PATCH' });
      const body = await answered.json();
      expect(answered.status, name).to.equal(answer);
      if (answer === 500) expect(body, name).to.have.keys('error', 'requestId');
      const line = await program.lineAbout('careless', logged, before);
      expect(line['err'], name).to.include.keys('type', 'message', 'stack');
      if (emitted) expect(line['msg'], name).to.include("add an 'error' listener");
      if (known) expect(line['at'], name).to.match(/^plugins\/careless\/resources\/mistakes\.js:\d+$/);
    }
    expect((await fetch(`${url}/api/plugins/calm/greetings`)).status).to.equal(200);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    for (const kind of ['exception', 'rejection'])
      expect(metrics).to.include(
        `lectern_faults_total{module="careless",kind="${kind}"} ${mistakes.filter(({ logged }) => logged === kind).length}`,
      );
    expect(await (await fetch(`${url}/readyz`)).text()).to.include('process.exit(3)');
  }).timeout(120_000);

  it('of custom leave the process alive, and are logged with custom', async () => {
    const { program, url } = suite;
    await post(`${url}/api/custom/deeds`);
    expect(await program.lineAbout('custom', 'exception')).to.include({ module: 'custom' });
    expect((await fetch(`${url}/api/plugins/calm/greetings`)).status).to.equal(200);
  }).timeout(60_000);

  it('of a failed plugin are logged with the plugin', async () => {
    const { program, url } = suite;
    expect(await program.lineAbout('a', 'exception')).to.include({ module: 'a' });
    expect((await fetch(`${url}/api/plugins/calm/greetings`)).status).to.equal(200);
  }).timeout(60_000);
});

/** Core and a plugin whose errors are uncaught. */
const carelessCore: Files = {
  ...calm,
  ...careless('plugins/a', `throw new Error('lost')`),
  ...careless('core/ground', `throw new Error('lost')`),
  'core/ground/services.js': `import { asValue } from 'lectern';
    export default { ground: asValue({ stop() { console.log(JSON.stringify({ msg: 'in order' })); } }) };`,
};

describe('Uncaught errors with a breaker', () => {
  const suite = programOfSuite(carelessCore);

  it('count for the breaker of their plugin', async () => {
    const { url } = suite;
    const deeds = `${url}/api/plugins/a/deeds`;
    // The breaker opens only after as many errors as answers.
    const answer = await until(async () => {
      const asked = await post(deeds);
      return asked.status === 503 && asked;
    });
    expect(await answer.text()).to.include('The plugin \\"a\\" is out of service');
    expect((await fetch(`${url}/api/plugins/calm/greetings`)).status).to.equal(200);
  }).timeout(60_000);

  it('of core end the process after an orderly stop', async () => {
    const { program, url } = suite;
    await post(`${url}/api/ground/deeds`);
    expect(await program.ended()).to.equal(1);
    const lineOf = (pattern: RegExp) => program.lines.find(({ msg }) => pattern.test(String(msg)));
    expect(program.lines.find((line) => line['module'] === 'ground')).to.include({
      msg: 'an exception was not caught; catch it in the callback that threw it',
    });
    expect(lineOf(/process ends/)).to.include({ level: 60 });
    // Log and console are written separately, so the order of their lines varies.
    expect(lineOf(/in order/), 'the service is stopped').to.exist;
  }).timeout(60_000);
});

describe('Uncaught errors in a supervised process', () => {
  const suite = programOfSuite(carelessCore, { isSupervised: true });

  it('of core restart it, until a signal ends it', async () => {
    const { program, url } = suite;
    await post(`${url}/api/ground/deeds`);
    const restarted = await until(() => program.lines.filter(({ msg }) => String(msg).includes('Lectern is ready'))[1]);
    expect((await fetch(`${restarted['url']}/api/plugins/calm/greetings`)).status).to.equal(200);
    program.signal('SIGTERM');
    expect(await program.ended()).to.equal(0);
  }).timeout(60_000);
});
