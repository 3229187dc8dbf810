import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { FLAG_OF_SHORT_PROCESS } from '../../../core/cli/engine_flag.ts';

describe('The flag of short processes', () => {
  it('is a flag of V8', () => {
    const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
    expect(stdout).to.include(FLAG_OF_SHORT_PROCESS.split('=', 1)[0]);
  });
});
