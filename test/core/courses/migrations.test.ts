import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { startPlatform, type Platform } from '../../support/platform.ts';

describe('the migration for the management of courses', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.stop());

  it('goes back and forth, and keeps when courses can be studied and which are free', async () => {
    const { knex } = platform.kernel.services.database;
    const { up, down } = await import('../../../core/courses/migrations/003_management.ts');
    const told = async () => (await platform.api.get('/api/courses?limit=100&sort=createdTime').expect(200)).body.data;
    const before = await told();
    await down(knex);
    for (const table of ['course_members', 'classroom_members']) {
      expect(await knex.schema.hasColumn(table, 'revision')).to.equal(false);
    }
    expect(await knex('courses').where({ id: 2 }).first('expires_from'))
      .to.have.property('expires_from')
      .instanceOf(Date);
    await up(knex);
    expect(await told()).to.deep.equal(before);
    expect(before.at(-1)).to.include({ id: '40', isFree: true });
  });
});
