import { expect } from 'chai';
import { statementOfRows } from '../../../../../core/infrastructure/database/cache/statement_cache.ts';
import type { Database } from '../../../../../core/infrastructure/database/database.ts';

describe('Statements whose SQL depends on a request', () => {
  it('are built once, and at most 500 are kept: clients choose sort orders', () => {
    let built = 0;
    const database = { statement: () => ({ number: ++built }) } as unknown as Database;
    const of = (kind: string) => statementOfRows(database, kind, (q) => q.select('id'));
    expect(of('first')).to.equal(of('first'));
    for (let number = 0; number < 500; number++) of(`order ${number}`);
    of('first');
    expect(built).to.equal(502);
  });
});
