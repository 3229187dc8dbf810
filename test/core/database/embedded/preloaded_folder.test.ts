import { expect } from 'chai';
import { describe, it } from 'mocha';
import { beginThread, takeThread } from '../../../../core/database/embedded/engine_thread.ts';
import { FolderLock } from '../../../../core/database/embedded/folder_lock.ts';
import { closeUntaken, preloadFolder } from '../../../../core/database/embedded/preloaded_folder.ts';
import { embedded, failureOf, withFolder } from '../support.ts';

describe('A preloaded folder', () => {
  it('is used by the next database of that folder, and refuses a second one', async () => {
    await withFolder(async (dataDir) => {
      preloadFolder(dataDir);
      const database = embedded({ dataDir });
      await database.start();
      expect(String(await failureOf(embedded({ dataDir }).start()))).to.include(dataDir);
      await database.stop();
    });
  });

  it('is opened by a thread that was begun earlier, and closed if no database asks for it', async () => {
    await withFolder(async (dataDir) => {
      beginThread();
      preloadFolder(dataDir);
      const other = takeThread();
      await closeUntaken();
      (await FolderLock.take(dataDir)).release();
      await other.terminate();
    });
  });
});
