import { expect } from 'chai';
import { describe, it } from 'mocha';
import { runCommand } from '../../../support/command.ts';
import { projectRoot } from '../../../support/platform.ts';

describe('lectern start', () => {
  it('takes a number of workers, or auto', async () => {
    const { code, err } = await runCommand(projectRoot, 'start', '--workers', 'many');
    expect(code).to.equal(2);
    expect(err).to.include('Write a number, or auto for one per CPU.');
  });
});
