import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';
import type { Row } from '../support.ts';

for (const { path, members, service, word, free } of [
  { path: '/api/courses', members: 'course_members', service: 'courseMembers', word: 'course', free: 20 },
  { path: '/api/classrooms', members: 'classroom_members', service: 'classroomMembers', word: 'classroom', free: 10 },
] as const) {
  describe(`Admission to ${path}`, () => {
    const platform = started(startPlatform);
    let id: string;
    let next = free;

    before(async () => {
      await platform.kernel.services.database.table(path.slice('/api/'.length)).update({ student_num: 0 });
    });
    beforeEach(() => {
      id = String(next--);
    });

    const here = () => platform.kernel.services[service];
    const row = () => platform.kernel.services.database.table(members).where({ user_id: 9 });
    const students = async () => (await platform.api.get(`${path}/${id}`).expect(200)).body.studentNum as string;
    const listed = async () =>
      (
        await platform.api
          .get(`${path}/${id}/members`)
          .set(await platform.as('student'))
          .expect(200)
      ).body as Row;

    it('makes a user a student once', async () => {
      expect(await here().has(id, '9')).to.equal(false);
      await here().admit(id, '9');
      await here().admit(id, '9');
      expect(await here().has(id, '9')).to.equal(true);
      expect(await here().has('1', '3')).to.equal(false);
      expect((await listed())['data']).to.have.length(1);
      expect((await listed())['data'][0]).to.deep.include({ role: 'student', locked: false });
      expect((await listed())['data'][0].user.id).to.equal('9');
      expect(await students()).to.equal('1');
    });

    it('is undone once', async () => {
      await here().admit(id, '9');
      await here().admit(id, '10');
      await here().dismiss(id, '9');
      await here().dismiss(id, '9');
      expect(await here().has(id, '9')).to.equal(false);
      expect(await here().has(id, '10')).to.equal(true);
      expect(await students()).to.equal('1');
    });

    it('does not change the role of a teacher', async () => {
      await here().admit(id, '9');
      await row().update({ role: 'teacher' });
      await here().admit(id, '9');
      await here().dismiss(id, '9');
      expect(await here().has(id, '9')).to.equal(true);
      expect((await listed())['data'][0].role).to.equal('teacher');
    });

    it('joins the transaction of the caller', async () => {
      const { database } = platform.kernel.services;
      const work = database.transaction(async () => {
        await here().admit(id, '9');
        throw new Error('on purpose');
      });
      await work.catch(() => undefined);
      expect(await here().has(id, '9')).to.equal(false);
      expect(await students()).to.equal('0');
    });

    it(`to an unknown ${word} fails with its id`, async () => {
      const failure: any = await here()
        .admit('999999', '9')
        .catch((error: unknown) => error);
      expect(failure.kind).to.include({ code: 10, status: 404 });
      expect(failure.message).to.equal(`There is no ${word} 999999.`);
      await here().dismiss('999999', '9');
    });
  });
}
