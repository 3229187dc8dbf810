import { createTestKernel, expect } from 'lectern/testing';
import { logWatch } from '../../support/log_watch.ts';
import { ask } from '../../support/test_database.ts';

const server = process.env['TEST_DATABASE_URL'] as string;
const names = 'select datname from pg_database order by datname';

describe('A test kernel on a PostgreSQL server', () => {
  it('resets rows and sequences, and drops its database when it stops', async () => {
    const test = await createTestKernel({ logTo: logWatch.destination([]) });
    try {
      const { database } = test.services;
      const add = async () =>
        (await database.table('departments').insert({ name: 'New' }).returning('id'))[0]?.id as string;
      const titles = () => database.table('articles').orderBy('id').select('id', 'title');
      const before = await titles();
      const first = await add();
      await database.table('articles').where('id', 5).update({ title: 'Changed' });
      await test.reset();
      expect(await titles()).to.deep.equal(before);
      expect(await add()).to.equal(first);
    } finally {
      await test.stop();
    }
    const left = await ask<{ datname: string }>(server, names);
    expect(left.map(({ datname }) => datname)).to.not.include(nameIn(test.services.databaseConfig.url));
  });
});

function nameIn(url = ''): string {
  return new URL(url).pathname.slice(1);
}
