import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { projectRoot } from './support/platform.ts';

describe('docs/reference.md and docs/reference_core.md', () => {
  it('are up to date with the exports of lectern and lectern/core, and with core', function () {
    // The script compiles all of core.
    this.timeout(180_000);
    const { status, stderr } = spawnSync(process.execPath, ['.ci/reference.mjs', '--check'], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
  });
});
