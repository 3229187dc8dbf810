import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { FLAG_OF_SHORT_PROCESS, FLAG_OF_START, FLAGS_OF_SERVER } from '../../../core/cli/engine_flags.ts';

const fileOf = (name: string) => new URL(`../../../dist/core/cli/${name}.js`, import.meta.url).href;

/** Prints whether a later object of `process.nextTick` has the hidden class of `keptTick`. */
const program = `
  import { createHook } from 'node:async_hooks';
  import { keptTick } from '${fileOf('kept_tick')}';
  let tick;
  const init = (_id, type, _trigger, resource) => { if (type === 'TickObject') tick = resource; };
  const hook = createHook({ init }).enable();
  process.nextTick(() => {
    hook.disable();
    tick[Object.getOwnPropertySymbols(tick)[0]] += 0.5;
    console.log(tick !== keptTick && %HaveSameMap(tick, keptTick));
  });
`;

/** Keeps objects alive for some collections, as a server with many clients does, and prints the MB of the young generation. */
const growing = `
  import { setTimeout as sleep } from 'node:timers/promises';
  import { getHeapSpaceStatistics } from 'node:v8';
  import { tuneEngine } from '${fileOf('engine_flags')}';
  tuneEngine();
  const kept = [];
  for (let turn = 0; turn < 160; turn++) {
    for (let index = 0; index < 20_000; index++) {
      const one = { index, list: [index] };
      if (index % 10 === 0) kept.push(one);
    }
    if (kept.length > 100_000) kept.splice(0, 50_000);
    // The half doubles from 16 MB after 40 turns, so that a look each second comes before that on every machine.
    await sleep(40);
  }
  const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
  console.log(Math.round((young.space_used_size + young.space_available_size) / 2 ** 20));
`;

describe('The flags of V8', () => {
  it('are known to the engine', () => {
    const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
    for (const flag of [FLAG_OF_SHORT_PROCESS, FLAG_OF_START, ...FLAGS_OF_SERVER, '--semi-space-growth-factor']) {
      const [name = ''] = flag.split('=', 1);
      expect(stdout).to.include(name.replace('--no-', '--'));
    }
  });

  it('come with keptTick, an object of process.nextTick whose hidden class later ones share', () => {
    const args = ['--allow-natives-syntax', '--input-type=module', '--eval', program];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stdout.trim(), stderr).to.equal('true');
  });

  it('keep the young generation small, unless its size is given', () => {
    const sizeWith = (...options: string[]) => {
      const args = [...options, '--input-type=module', '--eval', growing];
      const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      expect(stderr).to.equal('');
      return Number(stdout);
    };
    expect(sizeWith()).to.be.within(1, 16);
    expect(sizeWith('--max-semi-space-size=32')).to.be.within(24, 32);
  });
});
