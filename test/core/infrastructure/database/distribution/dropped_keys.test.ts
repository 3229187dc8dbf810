import { expect } from 'chai';
import type { Database } from '../../../../../core/infrastructure/database/database.ts';
import {
  dropKeys,
  droppedKeys,
  restoreKeys,
} from '../../../../../core/infrastructure/database/distribution/dropped_keys.ts';
import { readForeignKeys } from '../../../../../core/infrastructure/database/distribution/table_facts.ts';
import { DatabaseFixture } from '../support.ts';

describe('Foreign keys that a distribution drops', () => {
  let fixture: DatabaseFixture;
  let database: Database;

  before(async () => {
    fixture = await DatabaseFixture.make();
    database = fixture.make();
    await database.start();
  });
  beforeEach(async () => {
    await database.raw('create table goods (id bigint primary key)');
    await database.raw(
      'create table buyers (id bigint primary key, goods_id bigint references goods on delete cascade)',
    );
    await database.raw('create table notes (id bigint primary key, buyer_id bigint references buyers)');
  });
  afterEach(async () => {
    await database.raw('drop table notes, buyers, goods');
    await database.raw('drop table lectern_foreign_keys');
  });
  after(() => fixture.clear());

  const present = async () => (await readForeignKeys(database)).map(({ name }) => name);
  const dropped = async () => (await droppedKeys(database)).map(({ name }) => name);

  it('are those from and to the tables', async () => {
    await dropKeys(database, ['goods']);
    expect(await present()).to.deep.equal(['notes_buyer_id_fkey']);
    await dropKeys(database, ['notes']);
    expect(await dropped()).to.deep.equal(['buyers_goods_id_fkey', 'notes_buyer_id_fkey']);
  });

  it('are created again where one node can check them', async () => {
    await dropKeys(database, ['goods', 'buyers']);
    await restoreKeys(database, new Map([['goods', 'reference']]));
    expect(await present()).to.deep.equal(['notes_buyer_id_fkey']);
    expect(await dropped()).to.deep.equal(['buyers_goods_id_fkey']);
    await restoreKeys(
      database,
      new Map([
        ['goods', 'reference'],
        ['buyers', 'by id'],
      ]),
    );
    expect(await present()).to.deep.equal(['buyers_goods_id_fkey', 'notes_buyer_id_fkey']);
    expect((await readForeignKeys(database))[0]?.definition).to.match(/ON DELETE CASCADE$/);
    expect(await dropped()).to.deep.equal([]);
  });

  it('stay recorded when rows violate them', async () => {
    await dropKeys(database, ['goods']);
    await database.raw('insert into buyers values (1, 7)');
    const error = await restoreKeys(database, new Map()).catch((reason: unknown) => reason);
    expect(String(error)).to.include('buyers_goods_id_fkey');
    expect(await dropped()).to.deep.equal(['buyers_goods_id_fkey']);
  });
});
