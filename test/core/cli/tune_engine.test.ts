import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { describe, it } from 'mocha';

const loader = new URL('../../../core/kernel/boot/from_source.mjs', import.meta.url).href;
const file = new URL('../../../core/cli/tune_engine.ts', import.meta.url).href;

/** Catches an object of `process.nextTick`, and prints whether the engine sees one shape in it and in ours. */
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

describe('The engine, tuned', () => {
  it('knows an object of the shape that those of the next tick have', () => {
    const args = ['--allow-natives-syntax', '--import', loader, '--input-type=module', '--eval', program];
    const cwd = fileURLToPath(new URL('../../../', import.meta.url));
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd });
    expect(stdout.trim(), stderr).to.equal('true');
  });
});
