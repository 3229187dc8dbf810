import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { prepared, started } from '../../../../support/started.ts';
import { Fleet } from '../../jobs/fleet.ts';
import { giving } from '../../../kernel/boot/support.ts';
import { embedded, failureOf, DatabaseFixture, withFolder } from '../support.ts';

async function readPeople(folder: string): Promise<unknown[]> {
  const database = embedded({ dataDir: folder });
  await database.start();
  return database.table('people').finally(() => database.stop());
}

describe('Embedded database in a folder', () => {
  it('replaces an interrupted creation and a stale lock, keeps its rows, and refuses a second user', () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, `lock.${process.ppid}.1`), '');
      await mkdir(join(folder, 'postgres'));
      await writeFile(join(folder, 'postgres', 'PG_VERSION'), '18\n');
      await writeFile(join(folder, 'postgres.unfinished'), '');
      const first = embedded({ dataDir: folder });
      await first.start();
      expect(existsSync(join(folder, 'postgres.unfinished'))).to.equal(false);
      await first.raw('create table people (name text)');
      await first.table('people').insert({ name: '张三' });
      expect((await failureOf(embedded({ dataDir: folder }).start())).message).to.contain(`process ${process.pid}`);
      await first.stop();
      expect(await readPeople(folder)).to.deep.equal([{ name: '张三' }]);
    }));

  it('rejects a folder of another PostgreSQL version, and releases its lock', () =>
    withFolder(async (folder) => {
      await mkdir(join(folder, 'postgres'));
      await writeFile(join(folder, 'postgres', 'PG_VERSION'), '15\n');
      for (let i = 0; i < 2; i++) {
        const { message } = await failureOf(embedded({ dataDir: folder }).start());
        expect(message).to.contain(folder).and.contain('PostgreSQL 15').and.contain('has 18');
      }
    }));
});

describe('Embedded database in memory', () => {
  const place = started(() => DatabaseFixture.make());

  const database = prepared(() => place.start());

  it('has the PostgreSQL version that the check of folders expects', async () => {
    const { rows } = await database.raw<{ server_version: string }>('show server_version');
    expect(rows[0]?.server_version).to.match(/^18\b/);
  });

  it('starts a new session for every connection', async () => {
    const { client } = database.knex;
    const broken = await client.acquireConnection();
    await broken.query('begin');
    await broken.query('create table half (id int)');
    broken.connection.stream.destroy(new Error('broken'));
    await new Promise((resolve) => broken.once('end', resolve));
    client.releaseConnection(broken);
    expect(await failureOf(database.table('half'))).to.have.property('code', '42P01');
  });
});

describe('The warning of the embedded database', () => {
  it('is logged once, even if the start is repeated without a failed plugin', async () => {
    const broken = giving('plugins/a', `a: asValue({ start() { throw new Error('no luck'); } })`);
    const fleet = await Fleet.make(['database'], broken);
    try {
      const { kernel } = await fleet.replica();
      expect(kernel.failedPlugins).to.have.length(1);
      expect(fleet.logs.filter((line) => line.includes('is for evaluation'))).to.have.length(1);
    } finally {
      await fleet.clear();
    }
  });
});
