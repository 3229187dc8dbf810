import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { describe } from 'mocha';
import { beginThread, dropThread, takeThread } from '../../../core/database/ahead/thread.ts';
import { closeUntaken, openFolderAhead } from '../../../core/database/embedded/opened_ahead.ts';
import { embedded, failureOf, itEmbedded, withFolder } from './support.ts';

describe('A folder that is opened ahead', () => {
  itEmbedded('is what the database uses that asks for it, and nobody else can', async () => {
    await withFolder(async (dataDir) => {
      const first = embedded({ dataDir });
      await first.start();
      await first.raw('create table notes (id int primary key)');
      await first.stop();
      openFolderAhead(dataDir);
      const second = embedded({ dataDir });
      await second.start();
      expect((await second.raw('select * from notes')).rows).to.deep.equal([]);
      expect(String(await failureOf(embedded({ dataDir }).start()))).to.include(dataDir);
      await second.stop();
    });
  });

  itEmbedded('is closed again when nobody asks for it', async () => {
    await withFolder(async (dataDir) => {
      openFolderAhead(dataDir);
      await closeUntaken();
      const database = embedded({ dataDir });
      await database.start();
      await database.stop();
    });
  });

  itEmbedded('has the thread that was begun before its place was known', async () => {
    await withFolder(async (dataDir) => {
      beginThread();
      const database = embedded({ dataDir });
      await database.start();
      const other = takeThread();
      await database.raw('select 1');
      await database.stop();
      await other.terminate();
    });
  });

  itEmbedded('needs no thread where there is a server, and one that was begun keeps no process alive', () => {
    dropThread();
    const { href } = new URL('../../../core/database/ahead/thread.ts', import.meta.url);
    const hook = ['--import', './core/kernel/boot/from_source.mjs', '--input-type=module', '-e'];
    const program = `(await import('${href}')).beginThread(); console.log('begun');`;
    const { status, stdout } = spawnSync(process.execPath, [...hook, program], { encoding: 'utf8', timeout: 15_000 });
    expect([status, stdout]).to.deep.equal([0, 'begun\n']);
  });
});
