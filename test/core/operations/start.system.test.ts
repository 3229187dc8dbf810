import { expect } from 'chai';
import { Installation, manifest } from '../../support/installation.ts';
import { BuiltProgram, NpxProgram } from '../cli/built_program.ts';

const clinging = {
  'plugins/clinging/module.json': manifest('clinging'),
  'plugins/clinging/services.js': `
class Clinging { stop() { return new Promise(() => {}); } }
export default { clinging: Clinging };`,
};

describe('lectern start', () => {
  let installation: Installation;
  let started: BuiltProgram;

  afterEach(async () => {
    await started.end('SIGKILL');
    await installation.clear();
  });

  async function start(http: object): Promise<void> {
    installation = new Installation({ ...clinging, 'config/default.json': JSON.stringify({ http }) });
    started = new BuiltProgram(installation.root, ['start']);
    await started.prints(/is ready at (http:[^\s"]+)/);
    started.signal('SIGTERM');
    await started.prints(/(The process stops) \(SIGTERM\)/);
  }

  it('ends at once with 143 at a second SIGTERM', async () => {
    await start({ lameDuckMs: 60_000 });
    started.signal('SIGTERM');
    expect(await started.exited).to.equal(143);
  });

  // npm sends the signal to its shell only.
  it('ends in order when npx receives a signal', async () => {
    installation = new Installation({ 'config/default.json': '{}' });
    started = new NpxProgram(installation.root, ['start']);
    await started.prints(/is ready at (http:[^\s"]+)/);
    started.signal('SIGTERM');
    await started.prints(/(The shutdown is complete)/);
  });

  it('ends with 1 after the shutdown limit, and names the waiting service', async () => {
    await start({ drainTimeout: 1 });
    expect(await started.exited).to.equal(1);
    expect(started.output).to.include('waiting for stop() of Clinging, module clinging');
    expect(started.output).to.include('The shutdown exceeded 3001 ms');
  });
});
