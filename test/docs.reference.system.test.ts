import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { projectRoot } from './support/platform.ts';

describe('docs/reference.md', () => {
  it('has every name of lectern and lectern/core, with the sentence of its doc comment', () => {
    const { status, stderr } = spawnSync(process.execPath, ['.ci/reference.mjs', '--check'], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
  });
});
