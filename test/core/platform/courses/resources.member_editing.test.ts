import { expect } from 'chai';
import { Manager } from './manager.ts';
import { expectFields, idsOf, type Row } from './support.ts';
import { prepared, started } from '../../../support/started.ts';

for (const { path, parent, word } of [
  { path: '/courses', parent: 'courseId', word: 'course' },
  { path: '/classrooms', parent: 'classroomId', word: 'classroom' },
] as const) {
  const Word = word[0]!.toUpperCase() + word.slice(1);

  describe(`editing members of ${path}`, () => {
    const manager = started(() => Manager.start());
    let id: string;

    const student = prepared(() => manager.platform.as('student'));

    beforeEach(async () => {
      id = (await (path === '/courses' ? manager.makeCourse() : manager.makeClassroom()))['id'] as string;
    });

    const at = (member = '') => `${path}/${id}/members${member && `/${member}`}`;
    const join = async (userId: string | number, more: Row = {}) =>
      (await manager.make(at(), { userId, ...more }))['id'] as string;
    const send = (method: 'get' | 'patch' | 'delete', member: string, draft: Row = {}) =>
      manager.send(method, at(member), draft);
    const students = async () => (await manager.read(`${path}/${id}`))['studentNum'] as string;
    const visit = (member: string) => manager.platform.api.get(`/api${at(member)}`).set(student);

    it('adds a user, who appears in the list', async () => {
      const { body, headers } = await manager.send('post', at(), { userId: 9 }).expect(201);
      expect(headers['location']).to.equal(`/api${at(body.id)}`);
      expectFields(body, { id: 'intString', [parent]: 'intString', role: 'role', locked: 'bool', user: 'user' });
      expect(body).to.deep.include({ [parent]: id, role: 'student', locked: false });
      expect(body.user).to.include({ id: '9', nickname: 'user9' });
      expect((await visit(body.id).expect(200)).body).to.deep.equal(body);
      expect(idsOf(await manager.send('get', at()))).to.deep.equal([body.id]);
    });

    it('counts students who are not locked', async () => {
      const first = await join('9');
      expect(await students()).to.equal('1');
      const teacher = await join('10', { role: 'teacher' });
      expect(await students()).to.equal('1');
      await join('11');
      expect(await students()).to.equal('2');
      for (const [draft, count] of [
        [{ locked: true }, '1'],
        [{ locked: true }, '1'],
        [{ role: 'teacher' }, '1'],
        [{ locked: false }, '1'],
        [{ role: 'student' }, '2'],
        [{}, '2'],
        [{ locked: true, role: 'student' }, '1'],
      ] as const) {
        expect((await send('patch', first, draft).expect(200)).body).to.include(draft);
        expect(await students(), JSON.stringify(draft)).to.equal(count);
      }
      await send('delete', first).expect(200, { success: true });
      await send('delete', teacher).expect(200);
      expect(await students()).to.equal('1');
      await send('delete', first).expect(404);
      expect(await students()).to.equal('1');
    });

    it(`keeps the revision of the ${word}`, async () => {
      const tag = await manager.tag(`${path}/${id}`);
      await join('9');
      await manager.send('patch', `${path}/${id}`, { title: 'Mine' }).set('If-Match', tag).expect(200);
    });

    it('rejects a user who is a member already: 409, code 14', async () => {
      await join('9');
      const { body } = await manager.send('post', at(), { userId: '9', role: 'teacher' }).expect(409);
      expect(body.error).to.deep.equal({
        code: 14,
        message: `The user is a member of the ${word} already; change the membership instead.`,
      });
      expect(await students()).to.equal('1');
    });

    for (const [draft, field] of [
      [{}, 'userId'],
      [{ userId: 'x' }, 'userId'],
      [{ userId: '999999' }, 'userId'],
      [{ userId: '9', role: 'owner' }, 'role'],
    ] as const) {
      it(`rejects ${JSON.stringify(draft)}: 422, ${field}`, async () => {
        const { body } = await manager.send('post', at(), draft).expect(422);
        expect(body.error.code).to.equal(9);
        expect(body.error.details[0].field).to.equal(field);
      });
    }

    it('rejects an invalid change of a member: 422', async () => {
      const member = await join('9');
      for (const [draft, field] of [
        [{ role: 'owner' }, 'role'],
        [{ locked: 'x' }, 'locked'],
      ] as const) {
        const { body } = await send('patch', member, draft).expect(422);
        expect(body.error.details[0].field).to.equal(field);
      }
    });

    it('shows locked members to managers only', async () => {
      const member = await join('9');
      await visit(member).expect(200);
      await send('patch', member, { locked: true }).expect(200);
      const { body } = await visit(member).expect(404);
      expect(body.error).to.deep.equal({ code: 10, message: `${Word} ${id} has no member ${member}.` });
      expect((await send('get', member).expect(200)).body.locked).to.equal(true);
    });

    it('names a missing member or its goods: 404, code 10', async () => {
      const member = await join('9');
      const missing = [
        [`${path}/2/members/${member}`, `${Word} 2 has no member ${member}.`],
        [`${path}/${id}/members/999999`, `${Word} ${id} has no member 999999.`],
        [`${path}/999999/members/${member}`, `There is no ${word} 999999.`],
      ] as const;
      for (const [address, message] of missing) {
        for (const method of ['get', 'patch', 'delete'] as const) {
          const { body } = await manager.send(method, address, { locked: true }).expect(404);
          expect(body.error, `${method} ${address}`).to.deep.equal({ code: 10, message });
        }
      }
      const { body } = await manager.send('post', `${path}/999999/members`, { userId: 9 }).expect(404);
      expect(body.error.message).to.equal(`There is no ${word} 999999.`);
      expect((await send('get', member).expect(200)).body.locked).to.equal(false);
    });

    it('rejects a change of an outdated revision: 412', async () => {
      const member = await join('9');
      const tag = await manager.tag(at(member));
      await send('patch', member, { role: 'teacher' }).set('If-Match', tag).expect(200);
      const { body } = await send('patch', member, { role: 'student' }).set('If-Match', tag).expect(412);
      expect(body.error.code).to.equal(14);
      await send('delete', member).set('If-Match', tag).expect(412);
      expect(await students()).to.equal('0');
      await send('delete', member)
        .set('If-Match', await manager.tag(at(member)))
        .expect(200);
    });

    it(`does not remove a ${word} with members: 409, code 14`, async () => {
      const member = await join('9');
      for (const status of ['published', 'closed']) {
        await manager.send('patch', `${path}/${id}`, { status }).expect(200);
        const { body } = await manager.send('delete', `${path}/${id}`).expect(409);
        expect(body.error).to.deep.equal({ code: 14, message: `${Word} ${id} has members; remove them first.` });
      }
      expect(await students()).to.equal('1');
      await send('delete', member).expect(200);
      await manager.send('delete', `${path}/${id}`).expect(200);
    });
  });
}
