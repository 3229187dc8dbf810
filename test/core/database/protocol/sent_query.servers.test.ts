import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { Database } from '../../../../core/database/database.ts';
import { failureOf, DatabaseFixture } from '../support.ts';

describe('A query sent to a server', () => {
  let place: DatabaseFixture;
  let database: Database;

  before(async () => {
    place = await DatabaseFixture.make();
    database = await place.start({ poolMax: 1 });
    await database.raw('create table drawers (id int primary key)');
    await database.raw('insert into drawers values (1), (2)');
  });
  after(() => place.clear());

  it('rejects COPY', async () => {
    const copying = database.statement('copy drawers from stdin');
    expect((await failureOf(copying.all())).message).to.match(/COPY is not supported/);
    expect(await database.statement((q) => q('drawers').select('id')).all()).to.have.length(2);
  });
});
