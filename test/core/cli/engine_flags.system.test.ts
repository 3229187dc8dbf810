import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { FLAG_OF_SHORT_PROCESS, FLAG_OF_START, FLAGS_OF_SERVER } from '../../../core/cli/engine_flags.ts';
import { Installation } from '../../support/installation.ts';
import { projectRoot } from '../../support/platform.ts';

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

/**
 * Prints at the end of the process whether V8 has optimized a loop of WebAssembly that ran 20 million times. The bytes are
 * `(func (export "f") (param i32) (loop (br_if 0 (local.tee 0 (i32.sub (local.get 0) (i32.const 1))))))`.
 */
const looping = `
  const bytes = Buffer.from('0061736d0100000001050160017f00030201000705010166' +
    '00000a10010e000340200041016b22000d000b0b', 'hex');
  process.once('exit', () => {
    const { f } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
    f(20_000_000);
    console.log('optimized', %IsTurboFanFunction(f));
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

  it('optimize an existing embedded database after more use than a new one', async () => {
    // The start ends after the look at the folder, because custom has no valid manifest.
    const place = new Installation({ 'custom/module.json': '{}', 'data/postgres/PG_VERSION': '1' });
    place.link(join(projectRoot, 'core'), 'core');
    const flags = ['--allow-natives-syntax', '--wasm-sync-tier-up', '--import'];
    const loop = `data:text/javascript,${encodeURIComponent(looping)}`;
    const endOf = (folder: string) => {
      const args = [...flags, loop, fileURLToPath(fileOf('main')), '--root', place.root, 'start'];
      const env = { PATH: process.env['PATH'], NODE_ENV: 'test', PORT: '0', DATA_DIR: join(place.root, folder) };
      return spawnSync(process.execPath, args, { encoding: 'utf8', env }).stdout;
    };
    expect(endOf('data')).to.include('optimized false');
    expect(endOf('other')).to.include('optimized true');
    await place.clear();
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
