import { expect } from 'chai';
import { prepared, started } from '../../../support/started.ts';
import { DatabaseFixture, failureOf } from './support.ts';

describe('Database.statement', () => {
  const place = started(() => DatabaseFixture.make());

  const database = prepared(() => place.start());

  before(async () => {
    await database.raw('create table goods (id int8 primary key, kind text, price numeric(10,2), since timestamptz)');
    const rows = Array.from({ length: 20 }, (_, i) => ({
      id: i + 1,
      kind: i % 3 ? 'b' : 'a',
      price: i,
      since: new Date(i),
    }));
    await database.table('goods').insert(rows);
  });

  it('has one text, with constants as numbered parameters', async () => {
    const statement = database.statement<{ id: string }, { id: number }>((q, param) =>
      q('goods').where('kind', 'a').where('id', '>=', param('id')).where('id', '<', param('id')).select('id'),
    );
    expect(statement.text).to.equal('select "id" from "goods" where "kind" = $1 and "id" >= $2 and "id" < $3');
    expect(await statement.all({ id: 4 })).to.deep.equal([]);
  });

  it('replaces named parameters, also repeated ones, and no casts or times', async () => {
    const statement = database.statement<object, { from: number; kinds: string[] }>(
      "select id::text, '12:30' as time from goods where id >= :from and id <= :from::int8 + 1 and kind = any(:kinds::text[])",
    );
    expect(statement.text).to.equal(
      "select id::text, '12:30' as time from goods where id >= $1 and id <= $2::int8 + 1 and kind = any($3::text[])",
    );
    expect(await statement.all({ from: 4, kinds: ['a', 'c'] })).to.deep.equal([{ id: '4', time: '12:30' }]);
  });

  it('names a missing parameter', async () => {
    const byId = database.statement((q, param) => q('goods').where('id', param('id')));
    for (const params of [undefined, {}, { id: undefined }]) {
      expect((await failureOf(byId.all(params))).message)
        .to.contain("'id'")
        .and.contain('"goods"');
    }
  });

  it('releases the connection after an error, which keeps its code', async () => {
    const divide = database.statement<object, { by: number }>('select 1 / :by::int');
    for (let i = 0; i < 12; i++) expect(await failureOf(divide.all({ by: 0 }))).to.have.property('code', '22012');
    expect(await divide.all({ by: 1 })).to.have.length(1);
  });
});
