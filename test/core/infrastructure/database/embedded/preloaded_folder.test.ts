import { expect } from 'chai';
import { beginThread, takeThread } from '../../../../../core/infrastructure/database/embedded/engine_thread.ts';
import { FolderLock } from '../../../../../core/infrastructure/database/embedded/folder_lock.ts';
import { closeUntaken, preloadFolder } from '../../../../../core/infrastructure/database/embedded/preloaded_folder.ts';
import { embedded, failureOf, withFolder } from '../support.ts';

describe('A preloaded folder', () => {
  it('is opened by a thread that was begun earlier, for the next database of that folder only', async () => {
    await withFolder(async (dataDir) => {
      beginThread();
      preloadFolder(dataDir);
      const database = embedded({ dataDir });
      await database.start();
      const other = takeThread();
      await database.raw('select 1');
      expect(String(await failureOf(embedded({ dataDir }).start()))).to.include(dataDir);
      await database.stop();
      await other.terminate();
    });
  });

  it('is closed if no database asks for it', async () => {
    await withFolder(async (dataDir) => {
      preloadFolder(dataDir);
      await closeUntaken();
      (await FolderLock.take(dataDir)).release();
    });
  });
});
