import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { FLAG_OF_SHORT_PROCESS, FLAGS_OF_SERVER } from '../../../core/cli/engine_flags.ts';

describe('The flags of V8', () => {
  it('are known to the engine', () => {
    const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
    for (const flag of [FLAG_OF_SHORT_PROCESS, ...FLAGS_OF_SERVER]) {
      const [name = ''] = flag.split('=', 1);
      expect(stdout).to.include(name.replace('--no-', '--'));
    }
  });
});
