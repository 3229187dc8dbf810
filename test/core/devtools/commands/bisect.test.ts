import { expect } from 'chai';
import { runCommand } from '../../../support/command.ts';
import { projectRoot } from '../../../support/platform.ts';

describe('lectern bisect', () => {
  it('ends with 2 for a missing or malformed probe and a malformed header', async () => {
    for (const args of [['--probe', 'words'], [], ['--probe', '/words', '--header', 'x']]) {
      expect((await runCommand(projectRoot, 'bisect', ...args)).code, args.join(' ')).to.equal(2);
    }
  });
});
