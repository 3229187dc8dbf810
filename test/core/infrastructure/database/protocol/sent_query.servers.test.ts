import { expect } from 'chai';
import { prepared, started } from '../../../../support/started.ts';
import { failureOf, DatabaseFixture } from '../support.ts';

describe('A query sent to a server', () => {
  const place = started(() => DatabaseFixture.make());

  const database = prepared(() => place.start({ poolMax: 1 }));

  before(async () => {
    await database.raw('create table drawers (id int primary key)');
    await database.raw('insert into drawers values (1), (2)');
  });

  it('rejects COPY', async () => {
    const copying = database.statement('copy drawers from stdin');
    expect((await failureOf(copying.all())).message).to.match(/COPY is not supported/);
    expect(await database.statement((q) => q('drawers').select('id')).all()).to.have.length(2);
  });
});
