import { expect } from 'chai';
import { describe, it } from 'mocha';
import { describeFailure, readTimeout } from '../../../../core/database/protocol/unavailable.ts';

describe('The error of an unavailable database', () => {
  const failed = (code: string) => Object.assign(new Error('failed'), { code });

  it('has the fix of its cause', () => {
    const fixOf = (error: Error) => (describeFailure(error) as Error).message.split('). ')[1];
    expect(fixOf(readTimeout())).to.match(/^Look for slow or waiting statements, or raise statementTimeoutMs/);
    expect(fixOf(failed('57014'))).to.match(/^The server cancelled the statement; .*statement_timeout/);
    expect(fixOf(failed('25006'))).to.equal('The server rejects writes; check that DATABASE_URL names the primary.');
    expect(fixOf(failed('ECONNREFUSED'))).to.equal('Check that it runs and that DATABASE_URL names it.');
  });
});
