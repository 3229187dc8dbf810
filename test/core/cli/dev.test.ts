import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { afterEach, describe, it } from 'mocha';
import { greeter, saying } from '../kernel/boot/support.ts';
import { Installation, manifest } from '../../support/installation.ts';
import { projectRoot } from '../../support/platform.ts';
import { until } from '../kernel/live/support.ts';

const address = '/plugins/a/greetings';
const file = 'plugins/a/resources/greetings.js';

/** `lectern dev` in an installation of its own. */
class Dev {
  readonly place: Installation;
  readonly #process: ChildProcess;
  output = '';

  constructor(place: Installation) {
    this.place = place;
    const main = ['--import', './core/kernel/boot/from_source.mjs', 'core/cli/main.ts', '--root', place.root, 'dev'];
    const env = {
      PATH: process.env['PATH'],
      NODE_ENV: 'development',
      LOG_LEVEL: 'info',
      DATA_DIR: 'memory',
      PORT: '0',
    };
    this.#process = spawn(process.execPath, main, { cwd: projectRoot, env });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
  }

  /** Waits for a line of the log, or any other. */
  async said(text: string, times = 1): Promise<void> {
    await until(
      () => this.output.split(text).length > times,
      () => `"${text}" in\n${this.output}\n`,
    );
  }

  /** What the plugin says now. */
  async says(): Promise<unknown> {
    const [, url = ''] = [...this.output.matchAll(/Lectern is ready at (\S+)/g)].at(-1) ?? [];
    return fetch(`${url}/api${address}`).then(
      (response) => response.json(),
      () => undefined,
    );
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    if (this.#process.exitCode !== null) return;
    this.#process.kill('SIGTERM');
    await ended;
  }
}

describe('lectern dev', function () {
  this.timeout(120_000);
  const running: Dev[] = [];
  afterEach(async () => {
    for (const { stop, project } of running.splice(0).map((dev) => ({ stop: () => dev.stop(), project: dev.place }))) {
      await stop();
      await project.clear();
    }
  });

  const start = async (): Promise<Dev> => {
    const dev = new Dev(new Installation({ ...greeter('plugins/a'), [file]: saying('one', address) }));
    running.push(dev);
    await dev.said('Lectern is ready at');
    return dev;
  };
  /** Says which process it is besides. */
  const withPid = (word: string) =>
    saying(word, address).replace(`text: '${word}'`, 'text: `' + word + ' ${process.pid}`');

  it('has an edited plugin answer without a restart, and a broken edit leaves it at work', async () => {
    const dev = await start();
    dev.place.write({ [file]: withPid('two') });
    await dev.said('exchanged: a');
    const { text: two = '' } = (await dev.says()) as { text?: string };
    dev.place.write({ [file]: 'export default {' });
    await dev.said('not exchanged, what was there before goes on: plugins/a/resources/greetings.js:');
    expect(await dev.says()).to.deep.equal({ text: two });
    dev.place.write({ [file]: withPid('three') });
    await dev.said('exchanged: a', 2);
    expect(await dev.says()).to.deep.equal({ text: two.replace('two', 'three') });
    expect(dev.output.split('Lectern is ready at')).to.have.length(2);
  });

  it('serves a plugin that is dropped in', async () => {
    const dev = await start();
    dev.place.write({
      'plugins/b/resources/greetings.js': saying('b', '/plugins/b/greetings'),
      'plugins/b/module.json': manifest('b'),
    });
    await dev.said('exchanged: b');
    const [, url = ''] = /Lectern is ready at (\S+)/.exec(dev.output) ?? [];
    expect((await fetch(`${url}/api/plugins/b/greetings`)).status).to.equal(200);
  });

  it('starts anew when core or the configuration changes', async () => {
    const dev = await start();
    dev.place.write({ 'config/development.json': '{ "log": { "level": "info" } }' });
    await dev.said('Starting anew: config');
    await dev.said('Lectern is ready at', 2);
    expect(await dev.says()).to.deep.equal({ text: 'one' });
  });

  it('starts with the next change what could not start', async () => {
    const dev = await start();
    dev.place.write({ 'custom/module.json': '{', 'config/development.json': '{}' });
    await dev.said('The server has ended; it starts again with the next change.');
    dev.place.write({ 'custom/module.json': manifest('custom') });
    await dev.said('Lectern is ready at', 2);
    expect(await dev.says()).to.deep.equal({ text: 'one' });
  });
});
