import { expect } from 'chai';
import { CachedStatement } from '../../../../../core/infrastructure/database/protocol/cached_statement.ts';

describe('CachedStatement', () => {
  it('is found by its text until 500 other statements follow', () => {
    const plan = CachedStatement.of('select 1 as remembered');
    expect(CachedStatement.of('select 1 as remembered')).to.equal(plan);
    for (let other = 0; other < 500; other++) CachedStatement.of(`select ${other} as other`);
    expect(CachedStatement.of('select 1 as remembered')).to.not.equal(plan);
  });
});
