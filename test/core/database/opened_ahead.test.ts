import { expect } from 'chai';
import { describe } from 'mocha';
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
});
