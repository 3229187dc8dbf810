import { expect } from 'chai';
import { afterEach, describe, it } from 'mocha';
import { addStart } from '../../../core/cli/commands/start.ts';
import { runCommand } from '../../support/command.ts';
import { Installation, manifest } from '../../support/installation.ts';
import { projectRoot } from '../../support/platform.ts';
import { StartedProcess } from '../../support/started_process.ts';

const clinging = {
  'plugins/clinging/module.json': manifest('clinging'),
  'plugins/clinging/services.js': `
import { asClass } from 'lectern';
class Clinging { stop() { return new Promise(() => {}); } }
export default { clinging: asClass(Clinging) };`,
};

describe('lectern start', function () {
  this.timeout(90_000);
  let installation: Installation;
  let started: StartedProcess;

  afterEach(async () => {
    await started.end('SIGKILL');
    await installation.clear();
  });

  async function start(http: object): Promise<void> {
    installation = new Installation({ ...clinging, 'config/default.json': JSON.stringify({ http }) });
    started = new StartedProcess(installation.root);
    await started.says(/is ready at (http:[^\s"]+)/);
    started.signal('SIGTERM');
    await started.says(/(draining) \(SIGTERM\)/);
  }

  it('ends at once at a second signal, and says so by its exit code', async () => {
    await start({ lameDuckMs: 60_000 });
    started.signal('SIGTERM');
    expect(await started.exited).to.equal(143);
  });

  it('ends when its time is up, names what it has waited for, and ends with 1', async () => {
    await start({ drainTimeout: 1 });
    expect(await started.exited).to.equal(1);
    expect(started.output).to.include('waiting for stop() of Clinging, module clinging');
    expect(started.output).to.include('not everything has ended within 3001 ms');
  });
});

describe('the option --workers', () => {
  it('is a number, or auto', async () => {
    const { code, err } = await runCommand(addStart, projectRoot, 'start', '--workers', 'many');
    expect(code).to.equal(2);
    expect(err).to.include('Write a number, or auto for one per CPU.');
  });
});
