import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { startPlatform } from '../../../support/platform.ts';
import { started } from '../../../support/started.ts';
import { idsOf, type Row } from '../support.ts';

const badIds = ['0', '01', '1.0', '1e0', '-1', 'x', '%201', '9223372036854775808', '%00', '1%00', "1'"];
const missing = ['999', '9223372036854775807'];
const below = ['', '/members', '/modules'];
const hidden = { '2': 'draft', '3': 'closed' };

describe('Question-bank exercises', () => {
  const platform = started(startPlatform);
  let visitors: Record<'nobody' | 'student' | 'manager' | 'admin', Record<string, string>>;

  before(async () => {
    const [student, manager, admin] = await Promise.all(
      ['student', 'manager', 'admin'].map((name) => platform.as(name)),
    );
    visitors = { nobody: {}, student: student!, manager: manager!, admin: admin! };
  });

  const get = (path: string) => platform.api.get(`/api/item_bank_exercises${path}`);

  it('have the values of the demo data', async () => {
    const free = (await get('/4').expect(200)).body;
    expect(free).to.include({ status: 'published', isFree: true, price: '0.00' });
    expect((await get('/1').expect(200)).body).to.include({ studentNum: '25', price: '9.90', originPrice: '19.80' });
    const { body } = await get('?limit=100').expect(200);
    expect(idsOf(body.data)).to.have.members(['1', '4', '5', '6', '7', '8']);
    for (const { id, isFree } of body.data) expect(isFree).to.equal(id === '4');
  });

  it('are equal alone and in the list', async () => {
    const { data } = (await get('?limit=100').expect(200)).body;
    for (const row of data as Row[]) expect((await get(`/${row['id']}`).expect(200)).body).to.deep.equal(row);
  });

  it('are served at addresses in the singular, too', async () => {
    for (const [singular, plural] of [
      ['/item_bank_exercise', ''],
      ['/item_bank_exercise/1', '/1'],
      ['/item_bank_exercise/1/members', '/1/members'],
      ['/item_bank_exercise/1/member', '/1/members'],
      ['/item_bank_exercise/1/module', '/1/modules'],
    ]) {
      const { body } = await platform.api.get(`/api${singular}`).expect(200);
      expect(body).to.deep.equal((await get(plural!).expect(200)).body);
    }
  });

  it('are reduced to declared fields by the parameter fields', async () => {
    expect((await get('/4?fields=id,price')).body).to.deep.equal({ id: '4', price: '0.00' });
    expect((await get('/4?fields=id,revision,title_grams,question_bank_id')).body).to.deep.equal({ id: '4' });
    expect((await get('?fields=id&limit=1')).body).to.deep.equal({
      data: [{ id: '7' }],
      paging: { total: 6, offset: 0, limit: 1 },
    });
    const members = (await get('/1/members?fields=id,user&limit=1')).body.data;
    expect(members[0]).to.have.all.keys('id', 'user');
    expect((await get('/1/modules?fields=seq')).body).to.deep.equal([{ seq: '1' }, { seq: '2' }, { seq: '3' }]);
  });

  for (const id of badIds) {
    it(`answer 404, code 10, for the invalid id ${id}`, async () => {
      for (const path of below) {
        for (const who of [visitors.nobody, visitors.admin]) {
          expect((await get(`/${id}${path}`).set(who).expect(404)).body.error.code).to.equal(10);
        }
      }
    });
  }

  for (const id of missing) {
    it(`answer 404, code 10, with the unknown id ${id}`, async () => {
      for (const path of below) {
        for (const who of [visitors.nobody, visitors.admin]) {
          const { body } = await get(`/${id}${path}`).set(who).expect(404);
          expect(body.error).to.deep.equal({ code: 10, message: `There is no item bank exercise ${id}.` });
        }
      }
    });
  }

  for (const [id, status] of Object.entries(hidden)) {
    for (const path of below) {
      it(`are visible to managers only while ${status}: /${id}${path}`, async () => {
        for (const who of [visitors.nobody, visitors.student]) {
          const { body } = await get(`/${id}${path}`).set(who).expect(404);
          expect(body.error).to.deep.equal({ code: 10, message: `There is no item bank exercise ${id}.` });
        }
        for (const who of [visitors.manager, visitors.admin]) await get(`/${id}${path}`).set(who).expect(200);
      });
    }

    it(`show managers the status ${status}`, async () => {
      expect((await get(`/${id}`).set(visitors.manager).expect(200)).body.status).to.equal(status);
    });
  }

  it('are visible to all callers when published', async () => {
    for (const who of Object.values(visitors)) for (const path of below) await get(`/1${path}`).set(who).expect(200);
  });

  it('reject an invalid token although they need none: 401, code 5', async () => {
    for (const path of ['', '/1', '/1/members', '/1/modules']) {
      const { body } = await get(path).set('X-Auth-Token', 'wrong').expect(401);
      expect(body.error.code).to.equal(5);
    }
  });

  it('answer other methods with 405, code 12', async () => {
    const api = platform.api;
    for (const [method, path] of [
      ['delete', ''],
      ['post', '/1'],
      ['delete', '/1/members'],
      ['patch', '/1/modules'],
      ['post', '/1/modules/1'],
    ] as const) {
      const { body } = await api[method](`/api/item_bank_exercises${path}`).set(visitors.admin).expect(405);
      expect(body.error.code).to.equal(12);
    }
  });

  describe('and their modules', () => {
    it('are sorted by seq, not by id, and have both types', async () => {
      const { body } = await get('/1/modules').expect(200);
      expect(body.map(({ id, seq, type }: Row) => [id, seq, type])).to.deep.equal([
        ['2', '1', 'chapter'],
        ['1', '2', 'assessment'],
        ['3', '3', 'assessment'],
      ]);
    });

    it('are sorted by id at the same seq', async () => {
      const { database } = platform.kernel.services;
      const row = (id: number) => ({ id, exercise_id: 8, seq: 1, title: `Module ${id}`, type: 'chapter' });
      await database.table('item_bank_exercise_modules').insert([92, 91, 93].map(row));
      expect(idsOf((await get('/8/modules').expect(200)).body)).to.deep.equal(['91', '92', '93']);
    });

    it('are an empty list without modules', async () => {
      expect((await get('/6/modules').expect(200)).body).to.deep.equal([]);
    });
  });
});
