import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../support/platform.ts';
import { until } from '../../faults/support/until.ts';

/** A server that counts its starts in a file, and runs `code` with the number as `start`. */
const server = (file: string, code: string) => `
  import { appendFileSync, readFileSync } from 'node:fs';
  appendFileSync('${file}', 'x');
  const start = readFileSync('${file}', 'utf8').length;
  const serve = () => new Promise((resolve) => process.send({ lectern: 'ready' }, resolve));
  process.on('SIGTERM', () => process.exit(7));
  ${code}`;

describe('The supervisor of a server', () => {
  let folder: string;
  let running: ChildProcess | undefined;
  let errors = '';
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'supervise-'))));
  afterEach(() => {
    running?.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  const starts = () => readFileSync(join(folder, 'starts'), 'utf8').length;

  function begin(code: string): ChildProcess {
    const program = join(folder, 'server.mjs');
    writeFileSync(program, server(join(folder, 'starts'), code));
    const call = `import { supervise } from '${projectRoot}/core/cli/supervise.mjs'; supervise(['${program}'])`;
    errors = '';
    running = spawn(process.execPath, ['--input-type=module', '-e', call], { stdio: ['ignore', 'ignore', 'pipe'] });
    running.stderr?.on('data', (text: Buffer) => (errors += text.toString()));
    return running;
  }
  const codeOf = async (supervisor: ChildProcess) => (await once(supervisor, 'close'))[0] as number;

  it('restarts a server that ends unexpectedly, and passes on signal and exit code', async () => {
    const supervisor = begin(`await serve(); if (start < 3) process.exit(1); setInterval(() => undefined, 1000);
      process.stderr.write('steady');`);
    await until(() => expect(errors).to.include('steady'), { timeout: 60_000 });
    expect(starts()).to.equal(3);
    expect(errors).to.include('ended unexpectedly with exit code 1; it is started again in 0 ms');
    supervisor.kill('SIGTERM');
    expect(await codeOf(supervisor)).to.equal(7);
  });

  it('passes on only the first of two signals that end the server', async () => {
    const supervisor = begin(`let heard = 0;
      process.removeAllListeners('SIGTERM');
      for (const signal of ['SIGTERM', 'SIGINT'])
        process.on(signal, () => (++heard === 2 ? process.exit(9) : process.stderr.write('heard')));
      process.on('SIGHUP', () => process.exit(7));
      await serve(); setInterval(() => undefined, 1000); process.stderr.write('steady');`);
    await until(() => expect(errors).to.include('steady'), { timeout: 60_000 });
    // Two different signals, because equal ones may arrive as one.
    supervisor.kill('SIGTERM');
    supervisor.kill('SIGINT');
    await until(() => expect(errors).to.include('heard'), { timeout: 60_000 });
    supervisor.kill('SIGHUP');
    expect(await codeOf(supervisor)).to.equal(7);
  });

  /** A server that stays deaf to signals, as a blocked one. */
  const deaf = `process.removeAllListeners('SIGTERM');
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.stderr.write('heard'));
    setInterval(() => undefined, 1000);`;
  const announce = (ms: number) =>
    `await new Promise((resolve) => process.send({ lectern: 'end limit', ms: ${ms} }, resolve));`;

  it('kills a server that does not end within its limit', async () => {
    const supervisor = begin(`${deaf} ${announce(1)} await serve(); process.stderr.write('steady');`);
    await until(() => expect(errors).to.include('steady'), { timeout: 60_000 });
    supervisor.kill('SIGTERM');
    expect(await codeOf(supervisor)).to.equal(1);
    expect(errors).to.include('The server has not ended within 1 ms');
    expect(starts()).to.equal(1);
  });

  it('kills a server that does not end at the second signal', async () => {
    const supervisor = begin(`${deaf} ${announce(600_000)} await serve(); process.stderr.write('steady');`);
    await until(() => expect(errors).to.include('steady'), { timeout: 60_000 });
    supervisor.kill('SIGTERM');
    await until(() => expect(errors).to.include('heard'), { timeout: 60_000 });
    // Signals within a second count once.
    const again = setInterval(() => supervisor.kill('SIGINT'), 300);
    expect(await codeOf(supervisor)).to.equal(130);
    clearInterval(again);
    expect(errors).to.include('The server has not ended at the second signal');
  });

  it('passes on SIGHUP when the server is ready', async () => {
    const supervisor = begin(`process.stderr.write('starting');
      setTimeout(async () => {
        process.on('SIGHUP', () => process.exit(7));
        await serve();
      }, 300);
      setInterval(() => undefined, 1000);`);
    await until(() => expect(errors).to.include('starting'), { timeout: 60_000 });
    supervisor.kill('SIGHUP');
    // The handler of the server ended it, so it is started again.
    await until(() => expect(starts()).to.equal(2), { timeout: 60_000 });
    expect(errors).to.include('ended unexpectedly with exit code 7');
    supervisor.kill('SIGTERM');
    await codeOf(supervisor);
  });

  it('does not repeat a failed start', async () => {
    expect(await codeOf(begin('process.exit(4)'))).to.equal(4);
    expect(starts()).to.equal(1);
    expect(errors).to.equal('');
  });

  it('ends with the exit code of a server that ends five times in a row', async () => {
    expect(await codeOf(begin('await serve(); process.exit(5);'))).to.equal(5);
    expect(starts()).to.equal(5);
    expect(errors).to.include('5 times in a row');
  });
});
