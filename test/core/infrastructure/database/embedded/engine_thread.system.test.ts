import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { dropThread } from '../../../../../core/infrastructure/database/embedded/engine_thread.ts';

describe('The thread of the embedded database', () => {
  it('keeps no process alive if it was started and not used', () => {
    dropThread();
    const { href } = new URL('../../../../../core/infrastructure/database/embedded/engine_thread.ts', import.meta.url);
    const hook = ['--import', './core/hosting/loader/from_source.mjs', '--input-type=module', '-e'];
    const program = `(await import('${href}')).beginThread(); console.log('begun');`;
    const { status, stdout } = spawnSync(process.execPath, [...hook, program], { encoding: 'utf8' });
    expect([status, stdout]).to.deep.equal([0, 'begun\n']);
  });
});
