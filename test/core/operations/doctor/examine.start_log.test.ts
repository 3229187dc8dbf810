import { expect } from 'chai';
import { StartLog } from '../../../../core/operations/doctor/examine.ts';

describe('StartLog', () => {
  it('passes a line that is no JSON to the log of the command', () => {
    const lines: string[] = [];
    const log = new StartLog({ write: (line) => lines.push(line) });
    log.write('The services did not stop cleanly: the database is gone\n');
    expect([lines, log.findings]).to.deep.equal([['The services did not stop cleanly: the database is gone\n'], []]);
  });
});
