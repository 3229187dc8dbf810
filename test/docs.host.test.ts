import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { requestOf, send, wordsOf } from './support/curl.ts';
import { stepsOf, type Session } from './support/documents.ts';
import { freePort } from './support/free_port.mjs';
import { Installation } from './support/installation.ts';
import { projectRoot } from './support/platform.ts';
import { Printed, withoutColumns, withoutLines } from './support/printed.ts';

const fromSource = ['--import', pathToFileURL(join(projectRoot, 'core/hosting/loader/from_source.mjs')).href];
const main = join(projectRoot, 'core/cli/main.ts');
const printed = new Printed(() => '');

describe('docs/host.md', function () {
  this.timeout(120_000);
  const host = new Installation({ 'package.json': '{ "type": "module", "dependencies": { "lectern": "*" } }' });
  let program: ChildProcess | undefined;
  let port = 0;

  before(async () => {
    port = await freePort();
    host.link(join(projectRoot, 'node_modules'), 'node_modules');
  });
  after(async () => {
    await end();
    await host.clear();
  });

  for (const step of stepsOf('docs/host.md')) {
    if (step.kind === 'file')
      it(`has the file ${step.path}`, () => {
        host.write({ [step.path]: step.text.replaceAll('3000', String(port)) });
      });
    else it(`answers ${step.session.command}`, () => run(step.session));
  }

  async function run({ command, printed: expected }: Session): Promise<void> {
    const [name, ...words] = wordsOf(command).map(({ text }) => text);
    if (name === 'node') await serve(words);
    else if (name === 'npx')
      expect(printed.fits(withoutColumns(lectern(words.slice(1))), withoutColumns(expected))).to.be.true;
    else {
      const request = requestOf(words);
      const answer = await send(request.url.replace('3000', String(port)), request);
      expect(printed.fits(withoutLines(answer), withoutLines(expected)), answer).to.be.true;
    }
  }

  /** Starts a program of the page in place of the former one, and waits until it answers. */
  async function serve(args: readonly string[]): Promise<void> {
    await end();
    const env = { PATH: process.env['PATH'], NODE_ENV: 'test', LOG_LEVEL: 'warn', PORT: String(port) };
    program = spawn(process.execPath, [...fromSource, ...args], { cwd: host.root, env, stdio: 'inherit' });
    const answers = () => fetch(`http://127.0.0.1:${port}/`).then(Boolean, () => false);
    while (program.exitCode === null && !(await answers())) await setTimeout(50);
    expect(program.exitCode).to.equal(null);
  }

  /** Ends the program in order. */
  async function end(): Promise<void> {
    if (!program) return;
    const ended = once(program, 'exit');
    program.kill('SIGTERM');
    expect(await ended).to.deep.equal([0, null]);
    program = undefined;
  }

  function lectern(args: readonly string[]): string {
    const env = { PATH: process.env['PATH'], NODE_ENV: 'test' };
    const { stdout, stderr } = spawnSync(process.execPath, [...fromSource, main, ...args], {
      cwd: host.root,
      env,
      encoding: 'utf8',
    });
    return stdout + stderr;
  }
});
