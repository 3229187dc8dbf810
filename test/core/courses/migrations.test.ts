import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { rolledBack } from '../../support/rolled_back.ts';

describe('the migration for the management of courses', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.stop());

  it('goes back and forth, and keeps when courses can be studied and which are free', async () => {
    const { knex } = platform.kernel.services.database;
    const { up, down } = await import('../../../core/courses/migrations/003_management.ts');
    await rolledBack(knex, async (trx) => {
      const courses = () => trx('courses').orderBy('id');
      const before = await courses();
      await down(trx);
      for (const table of ['course_members', 'classroom_members']) {
        expect(await trx.schema.hasColumn(table, 'revision')).to.equal(false);
      }
      expect(await trx('courses').where({ id: 2 }).first('expires_from'))
        .to.have.property('expires_from')
        .instanceOf(Date);
      await up(trx);
      expect(await courses()).to.deep.equal(before);
      expect(before.at(-1)).to.include({ id: '40', is_free: true });
    });
  });
});
