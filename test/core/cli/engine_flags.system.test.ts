import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { FLAG_OF_SHORT_PROCESS, FLAG_OF_START, FLAGS_OF_SERVER } from '../../../core/cli/engine_flags.ts';

const file = new URL('../../../dist/core/cli/engine_flags.js', import.meta.url).href;

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

describe('The flags of V8', () => {
  it('are known to the engine', () => {
    const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
    for (const flag of [FLAG_OF_SHORT_PROCESS, FLAG_OF_START, ...FLAGS_OF_SERVER]) {
      const [name = ''] = flag.split('=', 1);
      expect(stdout).to.include(name.replace('--no-', '--'));
    }
  });

  it('come with likeTick, which has the hidden class of the objects of process.nextTick', () => {
    const args = ['--allow-natives-syntax', '--input-type=module', '--eval', program];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stdout.trim(), stderr).to.equal('true');
  });
});
