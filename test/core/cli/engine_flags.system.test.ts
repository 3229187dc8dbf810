import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { FLAG_OF_SHORT_PROCESS, FLAG_OF_START, FLAGS_OF_SERVER } from '../../../core/cli/engine_flags.ts';

const file = new URL('../../../dist/core/cli/engine_flags.js', import.meta.url).href;

/** Prints whether a later object of `process.nextTick` has the hidden class of `keptTick`. */
const program = `
  import { createHook } from 'node:async_hooks';
  import { keptTick } from '${file}';
  let tick;
  const init = (_id, type, _trigger, resource) => { if (type === 'TickObject') tick = resource; };
  const hook = createHook({ init }).enable();
  process.nextTick(() => {
    hook.disable();
    tick[Object.getOwnPropertySymbols(tick)[0]] += 0.5;
    console.log(tick !== keptTick && %HaveSameMap(tick, keptTick));
  });
`;

describe('The flags of V8', () => {
  it('are known to the engine', () => {
    const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
    for (const flag of [FLAG_OF_SHORT_PROCESS, FLAG_OF_START, ...FLAGS_OF_SERVER]) {
      const [name = ''] = flag.split('=', 1);
      expect(stdout).to.include(name.replace('--no-', '--'));
    }
  });

  it('come with keptTick, an object of process.nextTick whose hidden class later ones share', () => {
    const args = ['--allow-natives-syntax', '--input-type=module', '--eval', program];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stdout.trim(), stderr).to.equal('true');
  });
});
