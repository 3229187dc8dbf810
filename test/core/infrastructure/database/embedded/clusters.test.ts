import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { closeFolders, keepFolders } from '../../../../support/kept_folders.ts';
import { embedded, withFolder } from '../support.ts';

describe('A folder whose cluster stays open', () => {
  before(() => keepFolders(1));
  after(() => keepFolders(0));

  const asked = async (dataDir: string, sql: string) => {
    const database = embedded({ dataDir });
    await database.start();
    try {
      return (await database.raw(sql)).rows;
    } finally {
      await database.stop();
    }
  };

  it('keeps its rows for the next user in a new session and for copies, and none after removal', () =>
    withFolder(async (folder) => {
      await keepFolders(1);
      const [first, copy] = [join(folder, 'first'), join(folder, 'copy')];
      await asked(first, 'create table notes as select 1 as id');
      await asked(first, 'set application_name to left_behind');
      cpSync(first, copy, { recursive: true });
      expect(await asked(first, 'select id from notes')).to.deep.equal([{ id: 1 }]);
      const [setting] = await asked(first, 'show application_name');
      expect(setting).to.not.deep.equal({ application_name: 'left_behind' });
      expect(await asked(copy, 'select id from notes')).to.deep.equal([{ id: 1 }]);
      rmSync(copy, { recursive: true });
      expect(await asked(copy, `select to_regclass('notes') as found`)).to.deep.equal([{ found: null }]);
      await closeFolders(folder);
    }));
});
