import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';
import { idsOf, type Row } from '../support.ts';

describe('Parts of a question-bank exercise', () => {
  const platform = started(startPlatform);
  let id: string;

  const manager = prepared(() => platform.as('manager'));

  beforeEach(async () => {
    const draft = { title: 'New', questionBankId: 77, status: 'published' };
    id = (await send('post', '', draft).expect(201)).body.id as string;
  });

  const send = (method: 'get' | 'post' | 'patch' | 'delete', path: string, draft: Row = {}) =>
    platform.api[method](`/api/item_bank_exercises${path}`).set(manager).send(draft);
  const notThere = async (method: 'get' | 'patch' | 'delete', path: string, message: string) => {
    const { body } = await send(method, path, { title: 'x', locked: true }).expect(404);
    expect(body.error, `${method} ${path}`).to.deep.equal({ code: 10, message });
  };
  const tagOf = async (path: string) => (await send('get', path).expect(200)).headers['etag'] as string;
  const refusesStale = async (path: string, draft: Row) => {
    const tag = await tagOf(path);
    await send('patch', path, draft).set('If-Match', tag).expect(200);
    const { body } = await send('patch', path, { title: 'Stale', role: 'student' }).set('If-Match', tag).expect(412);
    expect(body.error.code).to.equal(14);
    await send('delete', path).set('If-Match', tag).expect(412);
    expect((await send('get', path)).body).to.include(draft);
    await send('delete', path)
      .set('If-Match', await tagOf(path))
      .expect(200);
  };

  describe('modules', () => {
    const draft = { title: 'Part', type: 'assessment', seq: '4', answerSceneId: '9007199254740997' };
    const make = async (more: Row = {}) => send('post', `/${id}/modules`, { ...draft, ...more }).expect(201);

    it('are created, changed and removed', async () => {
      const { body, headers } = await make();
      expect(headers['location']).to.equal(`/api/item_bank_exercises/${id}/modules/${body.id}`);
      expect(body).to.deep.equal({ ...draft, id: body.id, exerciseId: id });
      const path = `/${id}/modules/${body.id}`;
      expect((await send('get', path).expect(200)).body).to.deep.equal(body);
      const other = { title: 'Other', type: 'chapter', seq: '1', answerSceneId: '0' };
      expect((await send('patch', path, other).expect(200)).body).to.deep.equal({ ...body, ...other });
      expect((await send('patch', path, { seq: 9 }).expect(200)).body).to.deep.equal({ ...body, ...other, seq: '9' });
      expect((await send('patch', path).expect(200)).body.seq).to.equal('9');
      await send('delete', path).expect(200, { success: true });
      expect((await send('get', `/${id}/modules`)).body).to.deep.equal([]);
      await send('delete', path).expect(404);
    });

    for (const [given, field] of [
      [{ title: undefined }, 'title'],
      [{ title: 'x'.repeat(256) }, 'title'],
      [{ type: undefined }, 'type'],
      [{ type: 'homework' }, 'type'],
      [{ seq: -1 }, 'seq'],
      [{ answerSceneId: 'x' }, 'answerSceneId'],
    ] as const) {
      it(`are rejected with ${JSON.stringify(given).slice(0, 40)}: 422, ${field}`, async () => {
        const { body } = await send('post', `/${id}/modules`, { ...draft, ...given }).expect(422);
        expect(body.error.details[0].field).to.equal(field);
      });
    }

    it('are not found in another exercise: 404 with its id', async () => {
      const module = (await make()).body.id as string;
      for (const method of ['get', 'patch', 'delete'] as const) {
        await notThere(method, `/1/modules/${module}`, `Item bank exercise 1 has no module ${module}.`);
        await notThere(method, `/999/modules/${module}`, 'There is no item bank exercise 999.');
      }
      await send('post', '/999/modules', draft).expect(404);
      expect((await send('get', `/${id}/modules/${module}`).expect(200)).body.title).to.equal('Part');
    });

    it('reject a change of an outdated revision: 412', async () => {
      await refusesStale(`/${id}/modules/${(await make()).body.id as string}`, { title: 'Other' });
    });

    it('of an unpublished exercise are visible to managers only', async () => {
      const module = (await make()).body.id as string;
      const path = `/api/item_bank_exercises/${id}/modules/${module}`;
      await platform.api.get(path).expect(200);
      await send('patch', `/${id}`, { status: 'closed' }).expect(200);
      await platform.api.get(path).expect(404);
      await send('get', `/${id}/modules/${module}`).expect(200);
    });
  });

  describe('members', () => {
    const join = async (userId: string, more: Row = {}) =>
      (await send('post', `/${id}/members`, { userId, ...more }).expect(201)).body as Row;
    const students = async () => (await send('get', `/${id}`).expect(200)).body.studentNum as string;

    it('are added, and appear in the list', async () => {
      const { body, headers } = await send('post', `/${id}/members`, { userId: 9 }).expect(201);
      expect(headers['location']).to.equal(`/api/item_bank_exercises/${id}/members/${body.id}`);
      expect(body).to.deep.include({ exerciseId: id, questionBankId: '77', role: 'student', locked: false });
      expect(body.user).to.include({ id: '9', nickname: 'user9' });
      expect((await send('get', `/${id}/members/${body.id}`).expect(200)).body).to.deep.equal(body);
      expect(idsOf((await send('get', `/${id}/members`)).body.data)).to.deep.equal([body.id]);
    });

    it('are counted as students unless locked', async () => {
      const { id: first } = await join('9');
      expect(await students()).to.equal('1');
      await join('10', { role: 'teacher' });
      expect(await students()).to.equal('1');
      await join('11');
      expect(await students()).to.equal('2');
      const path = `/${id}/members/${first}`;
      for (const [change, count] of [
        [{ locked: true }, '1'],
        [{ locked: false }, '2'],
        [{ role: 'teacher' }, '1'],
        [{}, '1'],
        [{ role: 'student' }, '2'],
      ] as const) {
        expect((await send('patch', path, change).expect(200)).body).to.include(change);
        expect(await students()).to.equal(count);
      }
      await send('delete', path).expect(200, { success: true });
      expect(await students()).to.equal('1');
      await send('delete', path).expect(404);
    });

    it('do not change the revision of the exercise', async () => {
      const { headers } = await send('get', `/${id}`);
      await join('9');
      await send('patch', `/${id}`, { title: 'Mine' })
        .set('If-Match', headers['etag'] as string)
        .expect(200);
    });

    it('are added once: 409, code 14', async () => {
      await join('9');
      const { body } = await send('post', `/${id}/members`, { userId: '9', role: 'teacher' }).expect(409);
      const message = 'The user is a member of the exercise already; change the membership instead.';
      expect(body.error).to.deep.equal({ code: 14, message });
      expect(await students()).to.equal('1');
    });

    it('are rejected when their account was destroyed: 422', async () => {
      await platform.kernel.services.database.table('users').where({ id: 30 }).update({ destroyed: true });
      const { body } = await send('post', `/${id}/members`, { userId: 30 }).expect(422);
      expect(body.error.details).to.deep.equal([
        { field: 'userId', message: 'must be the id of a user; there is no user 30' },
      ]);
    });

    it('reject an invalid role or lock: 422', async () => {
      const { id: member } = await join('9');
      for (const [draft, field] of [
        [{ role: 'owner' }, 'role'],
        [{ locked: 'x' }, 'locked'],
      ] as const) {
        const { body } = await send('patch', `/${id}/members/${member}`, draft).expect(422);
        expect(body.error.details[0].field).to.equal(field);
      }
    });

    it('are visible to managers only while locked', async () => {
      const { id: member } = await join('9');
      const path = `/api/item_bank_exercises/${id}/members/${member}`;
      await platform.api.get(path).expect(200);
      await send('patch', `/${id}/members/${member}`, { locked: true }).expect(200);
      const { body } = await platform.api.get(path).expect(404);
      expect(body.error.message).to.equal(`Item bank exercise ${id} has no member ${member}.`);
      await send('get', `/${id}/members/${member}`).expect(200);
    });

    it('reject a change of an outdated revision: 412', async () => {
      await refusesStale(`/${id}/members/${(await join('9'))['id'] as string}`, { role: 'teacher' });
      expect(await students()).to.equal('0');
    });

    it('are not found in another exercise: 404 with its id', async () => {
      const { id: member } = await join('9');
      for (const method of ['get', 'patch', 'delete'] as const) {
        await notThere(method, `/1/members/${member}`, `Item bank exercise 1 has no member ${member}.`);
        await notThere(method, `/999/members/${member}`, 'There is no item bank exercise 999.');
      }
      await send('post', '/999/members', { userId: 9 }).expect(404);
      expect((await send('get', `/${id}/members/${member}`).expect(200)).body.locked).to.equal(false);
    });
  });
});
