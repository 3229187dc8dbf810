import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { projectRoot } from '../../../support/platform.ts';

interface Outcome {
  readonly reloads: number;
  readonly answers: number;
  readonly failed: readonly string[];
  /** Bytes after the 20th, 40th, ... reload, garbage collected. */
  readonly heap: readonly number[];
}

/** Less than half of what a single generation that stays would add: each holds a list of 8 MB. */
const GROWTH = 4_000_000;

describe('A hundred reloads of a plugin under load', () => {
  let outcome: Outcome;

  before(function () {
    this.timeout(300_000);
    const script = fileURLToPath(new URL('./reload_under_load.ts', import.meta.url));
    const args = ['--import', './core/hosting/loader/from_source.mjs', script];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: projectRoot, encoding: 'utf8' });
    if (stdout === '') throw new Error(stderr);
    outcome = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Outcome;
  });

  it('fail no request, and never answer a client by an older generation again', () => {
    expect(outcome.failed).to.deep.equal([]);
    expect(outcome.reloads).to.equal(100);
    expect(outcome.answers).to.be.greaterThan(400);
  });

  it('do not let the heap grow', () => {
    const [first = 0, ...later] = outcome.heap;
    expect(later).to.have.length(4);
    expect(Math.max(...later) - first).to.be.lessThan(GROWTH);
  });
});
