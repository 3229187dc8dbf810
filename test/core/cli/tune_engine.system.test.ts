import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { describe, it } from 'mocha';

const file = new URL('../../../dist/core/cli/tune_engine.js', import.meta.url).href;

/** Prints whether an object of `process.nextTick` and `likeTick` have the same hidden class. */
const program = `
  import { createHook } from 'node:async_hooks';
  import { likeTick } from '${file}';
  let tick;
  const init = (_id, type, _trigger, resource) => { if (type === 'TickObject') tick = resource; };
  const hook = createHook({ init }).enable();
  process.nextTick(() => undefined);
  hook.disable();
  console.log(%HaveSameMap(tick, likeTick));
`;

describe('The tuned engine', () => {
  it('gives likeTick the hidden class of the objects of process.nextTick', () => {
    const args = ['--allow-natives-syntax', '--input-type=module', '--eval', program];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stdout.trim(), stderr).to.equal('true');
  });

  it('has the V8 flags of the tuning', () => {
    const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
    expect(stdout).to.include('--allocation-site-pretenuring').and.include('--heap-growing-percent');
  });
});
