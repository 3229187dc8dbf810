import { expect } from 'chai';
import { startPlatform } from '../../../support/platform.ts';
import { rolledBack } from '../../../support/rolled_back.ts';
import { started } from '../../../support/started.ts';

describe('Migration for the management of courses', () => {
  const platform = started(startPlatform);

  it('is reverted and applied again, keeping expiry and free courses', async () => {
    const { knex } = platform.kernel.services.database;
    const { up, down } = await import('../../../../core/platform/courses/migrations/003_management.ts');
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

describe('Migration for categories of goods', () => {
  const platform = started(startPlatform);

  it('creates categories for the ids that goods name, and continues after them', async () => {
    const { knex } = platform.kernel.services.database;
    const { up, down } = await import('../../../../core/platform/courses/migrations/006_categories.ts');
    await rolledBack(knex, async (trx) => {
      await trx('classrooms').where({ id: 1 }).update({ category_id: 70 });
      await down(trx);
      await up(trx);
      const ids = await trx('course_categories').orderBy('id').select<{ id: string }[]>('id');
      expect(ids.map(({ id }) => id)).to.deep.equal(['1', '2', '3', '70']);
      const [made] = await trx('course_categories').insert({ name: 'Next', code: 'next' }).returning('id');
      expect(made.id).to.equal('71');
    });
  });
});
