import { expect } from 'chai';
import { afterEach, describe, it } from 'mocha';
import { manifest, type Files } from '../../../support/installation.ts';
import { installations, opening, saying } from '../boot/support.ts';
import { StartedProgram } from './program.ts';
import { until } from './plugins.ts';

/** A module that runs `code` a moment after it was asked to, when nobody is there to catch anything. */
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

describe('What nobody caught', () => {
  const install = installations();
  const programs: StartedProgram[] = [];
  afterEach(async () => {
    for (const program of programs.splice(0)) await program.kill();
  });

  async function start(files: Files): Promise<{ program: StartedProgram; url: string }> {
    const program = new StartedProgram(install({ ...calm, ...files }).root);
    programs.push(program);
    return { program, url: await program.url() };
  }
  const post = (url: string) => fetch(url, { method: 'POST' });

  for (const [what, code, kind] of [
    ['an exception in a timer', `throw new Error('lost')`, 'exception'],
    ['an error event that nobody hears', `new EventEmitter().emit('error', new Error('lost'))`, 'exception'],
    [
      'an exception in a handler of an event',
      `const e = new EventEmitter().on('x', () => { throw new Error('lost'); }); e.emit('x')`,
      'exception',
    ],
    ['a rejected promise', `void Promise.reject(new Error('lost'))`, 'rejection'],
  ] as const) {
    it(`by a plugin (${what}) leaves the process alive and names it`, async () => {
      const { program, url } = await start(careless('plugins/a', code));
      await post(`${url}/api/plugins/a/deeds`);
      const line = await program.logged(kind === 'exception' ? 'an exception was not caught' : 'a rejected promise');
      expect(line).to.include({ level: 50, module: 'a', at: 'plugins/a/resources/deeds.js:6' });
      expect(line['err'].message).to.equal('lost');
      expect((await fetch(`${url}/api/plugins/calm/greetings`)).status).to.equal(200);
      const metrics = await (await fetch(`${url}/metrics`)).text();
      expect(metrics).to.include(`lectern_faults_total{module="a",kind="${kind}"} 1`);
    }).timeout(60_000);
  }

  it('by custom leaves the process alive, too', async () => {
    const { program, url } = await start(careless('custom', `throw new Error('lost')`));
    await post(`${url}/api/custom/deeds`);
    expect(await program.logged('an exception was not caught')).to.include({ module: 'custom' });
    expect((await fetch(`${url}/api/plugins/calm/greetings`)).status).to.equal(200);
  }).timeout(60_000);

  it('by nobody knows whom, and no error, leaves the process alive', async () => {
    const { program, url } = await start(careless('plugins/a', 'throw null'));
    await post(`${url}/api/plugins/a/deeds`);
    expect(await program.logged('an exception was not caught')).to.include({ module: 'unknown' });
    expect((await fetch(`${url}/api/plugins/calm/greetings`)).status).to.equal(200);
  }).timeout(60_000);

  it('by a plugin that was set aside is still named', async () => {
    const { program, url } = await start({
      'plugins/a/module.json': manifest('a'),
      'plugins/a/services.js': `setInterval(() => { throw new Error('lost'); }, 5); throw new Error('cannot start');`,
    });
    expect(await program.logged('an exception was not caught')).to.include({ module: 'a' });
    expect((await fetch(`${url}/api/plugins/calm/greetings`)).status).to.equal(200);
  }).timeout(60_000);

  it('counts for the breaker', async () => {
    const { url } = await start(careless('plugins/a', `throw new Error('lost')`));
    const deeds = `${url}/api/plugins/a/deeds`;
    // What it answers speaks for it, so there have to be as many failures as answers.
    const answer = await until(async () => {
      const asked = await post(deeds);
      return asked.status === 503 && asked;
    });
    expect(await answer.text()).to.include('The plugin \\"a\\" is out of service');
    expect((await fetch(`${url}/api/plugins/calm/greetings`)).status).to.equal(200);
  }).timeout(60_000);

  it('by core ends the process, in order', async () => {
    const { program, url } = await start({
      ...careless('core/ground', `throw new Error('lost')`),
      'core/ground/services.js': `import { asValue } from 'lectern';
        export default { ground: asValue({ stop() { console.log(JSON.stringify({ msg: 'in order' })); } }) };`,
    });
    await post(`${url}/api/ground/deeds`);
    expect(await program.ended()).to.equal(1);
    const [thrown, ending, stopped] = program.lines.filter(({ msg }) => /not caught|ending|in order/.test(String(msg)));
    expect(thrown).to.include({ module: 'ground', msg: 'an exception was not caught' });
    expect(ending).to.include({ level: 60 });
    expect(stopped).to.include({ msg: 'in order' });
  }).timeout(60_000);
});
