import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { until } from '../../../faults/support/until.ts';
import { Installation, manifest } from '../../../support/installation.ts';
import { BuiltProgram } from '../../cli/built_program.ts';
import { StartedProgram } from '../isolation/program.ts';
import { pidsOf, probe } from './probe.ts';

/** A module that sends SIGHUP to the started process while it is loaded, the first time. */
const early = {
  'core/early/module.json': manifest('early'),
  'core/early/services.js': `
import cluster from 'node:cluster';
import { existsSync, writeFileSync } from 'node:fs';
const sent = new URL('./sent', import.meta.url);
if (!existsSync(sent)) {
  writeFileSync(sent, '');
  process.kill(cluster.isWorker ? process.ppid : process.pid, 'SIGHUP');
}
export default {};`,
};

const SIGHUP_BIT = 1n;

/** Whether a process has a handler of SIGHUP; without one, the signal ends the process. */
function hearsHangUp({ pid }: { pid: number }): boolean {
  const [, caught = '0'] = /^SigCgt:\s*(\w+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (BigInt(`0x${caught}`) & SIGHUP_BIT) !== 0n;
}

describe('SIGHUP', function () {
  this.timeout(180_000);
  let installation: Installation;
  let server: BuiltProgram | StartedProgram;
  afterEach(async () => {
    await (server instanceof StartedProgram ? server.kill() : server.end('SIGKILL'));
    await installation.clear();
  });

  /** Sends SIGHUP as soon as a process can hear it. */
  async function hangUpAtOnce(): Promise<void> {
    await until(() => expect(hearsHangUp(server)).to.equal(true), { timeout: 60_000, pause: 1 });
    server.signal('SIGHUP');
  }

  for (const turn of ['first', 'second', 'third'])
    it(`never ends a single process, from its first line on (${turn} start)`, async () => {
      installation = new Installation({ ...probe, ...early });
      const started = (server = new BuiltProgram(installation.root, ['start']));
      await hangUpAtOnce();
      expect(started.output, 'heard before the first line of the log').to.equal('');
      const url = await started.prints(/Lectern is ready at (http:[^\s"]+)/);
      started.signal('SIGHUP');
      await until(() => expect(started.output.split('SIGHUP: ')).to.have.length(3), { timeout: 60_000 });
      expect(await pidsOf(url, 1)).to.deep.equal([started.pid]);
      started.signal('SIGTERM');
      expect(await started.exited).to.equal(0);
    });

  it('waits until all workers have started, and then replaces them', async () => {
    installation = new Installation({ ...probe, ...early });
    const started = (server = new BuiltProgram(installation.root, ['start', '--workers', '2']));
    await hangUpAtOnce();
    const url = await started.prints(/2 workers are ready at (http:[^"]+)/);
    await started.prints(/(Workers have been replaced: 2)"/);
    expect(await pidsOf(url)).to.have.length(2);
    expect(started.output.split('Workers are replaced one after another')).to.have.length(2);
  });

  it('reaches the workers under npm start, which end with their supervisor', async () => {
    installation = new Installation(probe);
    const started = new StartedProgram(installation.root, { isSupervised: true, args: ['--workers', '2'] });
    server = started;
    await started.logged('2 workers are ready');
    started.signal('SIGHUP');
    await started.logged('Workers have been replaced: 2');
    started.signal('SIGKILL');
    await started.logged('All 2 workers stop (the supervisor has ended)');
    await until(() => expect(started.output.split('The shutdown is complete')).to.have.length(5), { timeout: 60_000 });
  });

  it('restarts the server of lectern dev', async () => {
    installation = new Installation(probe);
    const dev = (server = new BuiltProgram(installation.root, ['dev'], { NODE_ENV: 'development' }));
    await hangUpAtOnce();
    await dev.prints(/Restarting: SIGHUP/);
    await dev.prints(/Lectern is ready at /);
    dev.signal('SIGHUP');
    await dev.prints(/Restarting: SIGHUP/, 2);
    await dev.prints(/Lectern is ready at /, 2);
    await dev.end('SIGTERM');
  });
});
