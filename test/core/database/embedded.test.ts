import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'mocha';
import { expect } from 'chai';
import { readSnapshot } from '../../../core/database/embedded/snapshot.mjs';
import { embedded, failureOf, withFolder } from './support.ts';

const hook = fileURLToPath(new URL('../../../core/kernel/boot/from_source.mjs', import.meta.url));
const holder = fileURLToPath(new URL('./hold_folder.ts', import.meta.url));

interface Holder {
  process: ChildProcess;
  /** `open`, or why it could not be opened. */
  said: Promise<string>;
}

function hold(folder: string, ...sql: string[]): Holder {
  const child = spawn(process.execPath, ['--import', hook, holder, folder, ...sql], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = once(child.stdout, 'data').then(([data]) => String(data).trim());
  return { process: child, said };
}

async function kill({ process: child }: Holder): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function readPeople(folder: string): Promise<unknown[]> {
  const database = embedded({ dataDir: folder });
  await database.start();
  return database.table('people').finally(() => database.stop());
}

describe('Embedded database in a folder', function () {
  this.timeout(20_000);

  it('keeps its data from one start to the next', () =>
    withFolder(async (folder) => {
      const first = embedded({ dataDir: folder });
      await first.start();
      await first.raw('create table people (name text)');
      await first.table('people').insert({ name: '张三' });
      await first.stop();
      expect(await readPeople(folder)).to.deep.equal([{ name: '张三' }]);
    }));

  it('is refused to a second process, by the name of the folder and the pid, and free after kill -9', () =>
    withFolder(async (folder) => {
      const owner = hold(folder, "create table people as select 'kept' as name");
      try {
        expect(await owner.said).to.equal('open');
        const { message } = await failureOf(embedded({ dataDir: folder }).start());
        expect(message).to.contain(folder).and.contain(`process ${owner.process.pid}`).and.contain('DATABASE_URL');
      } finally {
        await kill(owner);
      }
      expect(await readPeople(folder)).to.deep.equal([{ name: 'kept' }]);
    }));

  it('is refused to a second user in the same process', () =>
    withFolder(async (folder) => {
      const first = embedded({ dataDir: folder });
      await first.start();
      expect((await failureOf(embedded({ dataDir: folder }).start())).message).to.contain(`process ${process.pid}`);
      await first.stop();
    }));

  it('is given to exactly one of several processes that start together', () =>
    withFolder(async (folder) => {
      const holders = [hold(folder), hold(folder), hold(folder)];
      try {
        const said = await Promise.all(holders.map((each) => each.said));
        expect(said.filter((words) => words === 'open')).to.have.length(1);
        const owner = holders[said.indexOf('open')]?.process.pid;
        expect(said.filter((words) => words.includes(`process ${owner}`))).to.have.length(2);
      } finally {
        await Promise.all(holders.map(kill));
      }
    }));

  it('takes a lock over whose pid belongs to another process by now', () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, `lock.${process.ppid}.1`), '');
      const database = embedded({ dataDir: folder });
      await database.start();
      await database.stop();
    }));

  it('is made anew when the making was broken off', () =>
    withFolder(async (folder) => {
      await mkdir(join(folder, 'postgres'));
      await writeFile(join(folder, 'postgres', 'PG_VERSION'), '18\n');
      await writeFile(join(folder, 'postgres.unfinished'), '');
      const database = embedded({ dataDir: folder });
      await database.start();
      await database.stop();
      expect(existsSync(join(folder, 'postgres.unfinished'))).to.equal(false);
    }));

  it('says so when another PostgreSQL made it, and lets go of the folder', () =>
    withFolder(async (folder) => {
      await mkdir(join(folder, 'postgres'));
      await writeFile(join(folder, 'postgres', 'PG_VERSION'), '15\n');
      for (let i = 0; i < 2; i++) {
        const { message } = await failureOf(embedded({ dataDir: folder }).start());
        expect(message).to.contain(folder).and.contain('PostgreSQL 15').and.contain('has 18');
      }
    }));

  it('is of the major version that the check of folders expects', async () => {
    const database = embedded({});
    await database.start();
    const { rows } = await database.raw<{ server_version: string }>('show server_version');
    expect(rows[0]?.server_version).to.match(/^18\b/);
    await database.stop();
  });

  it('starts a new session for every connection', async () => {
    const database = embedded({});
    await database.start();
    const { client } = database.knex;
    const broken = await client.acquireConnection();
    await broken.query('begin');
    await broken.query('create table half (id int)');
    broken.connection.stream.destroy(new Error('broken'));
    await new Promise((resolve) => broken.once('end', resolve));
    client.releaseConnection(broken);
    expect(await failureOf(database.table('half'))).to.have.property('code', '42P01');
    await database.stop();
  });
});

describe('Snapshot of a fresh cluster', () => {
  it('is made once and read afterwards', () =>
    withFolder(async (folder) => {
      const { made, read } = counting(join(folder, 'snapshot.tar.gz'));
      expect(await read()).to.equal('archive 1');
      expect(await read()).to.equal('archive 1');
      expect(made()).to.equal(1);
    }));

  it('is made anew when it is damaged', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'snapshot.tar.gz');
      const { made, read } = counting(file);
      await read();
      const sound = await readFile(file);
      await writeFile(file, sound.subarray(0, sound.length - 6));
      expect(await read()).to.equal('archive 2');
      await writeFile(file, 'nonsense');
      expect(await read()).to.equal('archive 3');
      expect(await read()).to.equal('archive 3');
      expect(made()).to.equal(3);
    }));

  it('costs only time where it can not be kept', () =>
    withFolder(async (folder) => {
      const { read } = counting(join(folder, 'no', 'such', 'folder'));
      expect(await read()).to.equal('archive 1');
      expect(await read()).to.equal('archive 2');
    }));
});

function counting(file: string) {
  let count = 0;
  const make = async () => Buffer.from(`archive ${++count}`);
  return {
    made: () => count,
    read: async () => Buffer.from(await (await readSnapshot(make, file)).arrayBuffer()).toString(),
  };
}
