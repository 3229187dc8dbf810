import { expect } from 'chai';
import { describeFailure, readTimeout } from '../../../../../core/infrastructure/database/protocol/unavailable.ts';

describe('The error of an unavailable database', () => {
  const failed = (code: string) => Object.assign(new Error('failed'), { code });

  it('contains the fix for its cause', () => {
    const fixOf = (error: Error) => (describeFailure(error) as Error).message.split('). ')[1];
    expect(fixOf(readTimeout())).to.match(/^Look for slow or waiting statements, or raise statementTimeoutMs/);
    expect(fixOf(failed('57014'))).to.match(/^The server cancelled the statement; .*statement_timeout/);
    expect(fixOf(failed('25006'))).to.equal('The server rejects writes; check that DATABASE_URL names the primary.');
    expect(fixOf(failed('53100'))).to.match(/^The disk of the server is full; free space/);
    expect(fixOf(failed('53200'))).to.match(/^The server has no memory left; lower its work_mem/);
    expect(fixOf(failed('53300'))).to.match(/no connection left; raise max_connections, or lower poolMax/);
    for (const code of ['53000', '53400', '58030', '58P01'])
      expect(fixOf(failed(code))).to.equal('The server reached a limit, or its machine failed; read its log.');
    for (const code of ['XX001', 'XX002'])
      expect(fixOf(failed(code))).to.match(/^Files of the database are damaged; restore a backup/);
    expect(fixOf(failed('ECONNREFUSED'))).to.equal('Check that the server runs and that DATABASE_URL names it.');
  });
});
