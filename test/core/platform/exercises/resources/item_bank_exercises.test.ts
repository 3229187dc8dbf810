import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';
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

  it('are equal alone and in the list', async () => {
    const { data } = (await get('?limit=100').expect(200)).body;
    for (const row of data as Row[]) expect((await get(`/${row['id']}`).expect(200)).body).to.deep.equal(row);
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
  });
});
