import { expect } from 'chai';
import { CachedStatement } from '../../../../../core/infrastructure/database/protocol/cached_statement.ts';

describe('CachedStatement', () => {
  it('is found by its text until 500 other statements follow', () => {
    const plan = CachedStatement.of('select 1 as remembered');
    expect(CachedStatement.of('select 1 as remembered')).to.equal(plan);
    for (let other = 0; other < 500; other++) CachedStatement.of(`select ${other} as other`);
    expect(CachedStatement.of('select 1 as remembered')).to.not.equal(plan);
  });

  it('keeps the description of its rows unless an altered table may change the columns', () => {
    const owner = {};
    const described = { owner, prepared: new Map(), getTypeParser: () => String };
    const isKept = (text: string) => {
      const statement = CachedStatement.of(text);
      statement.layout([], described);
      return statement.known(owner) !== undefined;
    };
    for (const text of [
      'select name from drawers',
      'select count(*) as count from drawers',
      'with made as (insert into drawers default values returning *) select name from made',
    ])
      expect(isKept(text), text).to.equal(true);
    for (const text of ['select * from drawers', 'insert into drawers default values returning *', 'table drawers'])
      expect(isKept(text), text).to.equal(false);
  });
});
