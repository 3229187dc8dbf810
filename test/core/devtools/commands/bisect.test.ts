import { expect } from 'chai';
import { describe, it } from 'mocha';
import { runCommand } from '../../../support/command.ts';
import { projectRoot } from '../../../support/platform.ts';

describe('lectern bisect', () => {
  it('refuses a probe that is none, with the exit code of a wrong command line', async () => {
    for (const args of [['--probe', 'words'], [], ['--probe', '/words', '--header', 'x']]) {
      expect((await runCommand(projectRoot, 'bisect', ...args)).code, args.join(' ')).to.equal(2);
    }
  });
});
