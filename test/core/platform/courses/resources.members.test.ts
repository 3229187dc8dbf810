import { expect } from 'chai';
import { startPlatform } from '../../../support/platform.ts';
import { prepared, started } from '../../../support/started.ts';
import { idsOf, range, type Row } from './support.ts';

for (const { path, table, parent, word, draft } of [
  { path: '/api/courses', table: 'course_members', parent: 'courseId', word: 'course', draft: '39' },
  { path: '/api/classrooms', table: 'classroom_members', parent: 'classroomId', word: 'classroom', draft: '12' },
]) {
  describe(`Members of ${path}`, () => {
    const platform = started(startPlatform);

    const student = prepared(() => platform.as('student'));

    const get = (tail: string) => platform.api.get(`${path}/${tail}`).set(student);

    it('are listed unless locked, newest first, ties by id', async () => {
      const answer = await get('1/members?limit=100').expect(200);
      expect(idsOf(answer)).to.deep.equal(range(51, 1));
      expect(answer.body.data.map(({ user }: Row) => user.id)).to.deep.equal(range(59, 9));
      expect(answer.body.data.every(({ locked }: Row) => locked === false)).to.equal(true);
    });

    it(`answer 404, code 10, for an unknown ${word}`, async () => {
      for (const id of ['999999', '0', 'x', '9223372036854775808', draft]) {
        expect((await get(`${id}/members`).expect(404)).body.error.code).to.equal(10);
      }
      for (const id of ['999999', draft]) {
        expect((await get(`${id}/members`)).body.error.message).to.equal(`There is no ${word} ${id}.`);
      }
    });

    it('of a draft are visible to managers only', async () => {
      await get(`${draft}/members`).expect(404);
      await get(`${draft}/members`)
        .set(await platform.as('manager'))
        .expect(200);
    });

    it('change at once when they are added, locked or deleted', async () => {
      const { database } = platform.kernel.services;
      const row = {
        [parent === 'courseId' ? 'course_id' : 'classroom_id']: 3,
        role: 'teacher',
        created_at: new Date(),
      };
      await database.table(table).insert([
        { ...row, user_id: 3 },
        { ...row, user_id: 60, created_at: new Date(0) },
      ]);
      const who = async () => (await get('3/members')).body.data.map(({ user, role }: Row) => `${role} ${user.id}`);
      expect(await who()).to.deep.equal(['teacher 3', 'teacher 60']);
      await database.table(table).where({ user_id: 3 }).update({ locked: true });
      expect(await who()).to.deep.equal(['teacher 60']);
      await database.table('users').where({ id: 60 }).delete();
      expect(await who()).to.deep.equal([]);
    });
  });
}
