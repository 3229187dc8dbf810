import { expect } from 'chai';
import { runCommand } from '../../../support/command.ts';
import { projectRoot } from '../../../support/platform.ts';

describe('lectern start', () => {
  it('ends with 2 if --workers is neither a number nor auto', async () => {
    const { code, err } = await runCommand(projectRoot, 'start', '--workers', 'many');
    expect(code).to.equal(2);
    expect(err).to.include('Write a number, or auto for one per CPU.');
  });
});
