import { expect } from 'chai';
import { describe, it } from 'mocha';
import { beginThread, takeThread } from '../../../../core/database/embedded/engine_thread.ts';
import { FolderLock } from '../../../../core/database/embedded/folder_lock.ts';
import { closeUntaken, preloadFolder } from '../../../../core/database/embedded/preloaded_folder.ts';
import { embedded, failureOf, withFolder } from '../support.ts';

describe('A preloaded folder', () => {
  it('is used by the next database of that folder, and refuses a second one', async () => {
    await withFolder(async (dataDir) => {
      const first = embedded({ dataDir });
      await first.start();
      await first.raw('create table notes (id int primary key)');
      await first.stop();
      preloadFolder(dataDir);
      const second = embedded({ dataDir });
      await second.start();
      expect((await second.raw('select * from notes')).rows).to.deep.equal([]);
      expect(String(await failureOf(embedded({ dataDir }).start()))).to.include(dataDir);
      await second.stop();
    });
  });

  it('is closed if no database asks for it', async () => {
    await withFolder(async (dataDir) => {
      preloadFolder(dataDir);
      await closeUntaken();
      (await FolderLock.take(dataDir)).release();
    });
  });

  it('is opened by a thread that was begun earlier', async () => {
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
});
