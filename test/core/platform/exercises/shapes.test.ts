import { expect } from 'chai';
import { startPlatform } from '../../../support/platform.ts';
import { started } from '../../../support/started.ts';
import { exerciseFields, expectType, memberFields, moduleFields, simpleUserFields } from './support.ts';
import type { FieldTypes, Row } from './support.ts';

const all = '?limit=100';

/** Fields of the specification (section 2, Fields), and how to read rows that have them. */
const tables: Readonly<Record<string, { fields: FieldTypes; rowsOf: (api: Get) => Promise<Row[]> }>> = {
  'ItemBankExercise in the list': {
    fields: exerciseFields,
    rowsOf: async (get) => (await get(`/api/item_bank_exercises${all}`)).data,
  },
  'ItemBankExercise alone': {
    fields: exerciseFields,
    rowsOf: (get) => Promise.all(['1', '4', '5', '6', '7', '8'].map((id) => get(`/api/item_bank_exercises/${id}`))),
  },
  Member: {
    fields: memberFields,
    rowsOf: async (get) => (await get(`/api/item_bank_exercise/1/members${all}`)).data,
  },
  SimpleUser: {
    fields: simpleUserFields,
    rowsOf: async (get) =>
      (await get(`/api/item_bank_exercise/1/members${all}`)).data.map(({ user }: { user: Row }) => user),
  },
  Module: { fields: moduleFields, rowsOf: (get) => get('/api/item_bank_exercises/1/modules') },
};

type Get = (path: string) => Promise<any>;

describe('Question-bank exercises in answers', () => {
  const platform = started(startPlatform);

  const get: Get = async (path) => (await platform.api.get(path).expect(200)).body;

  for (const [table, { fields, rowsOf }] of Object.entries(tables)) {
    it(`of the kind ${table} have the fields of the specification in their types, in its order`, async () => {
      const rows = await rowsOf(get);
      expect(rows).to.not.be.empty;
      for (const row of rows) expect(Object.keys(row)).to.deep.equal(Object.keys(fields));
      for (const [name, type] of Object.entries(fields)) expectType(rows, name, type);
    });
  }

  describe('a row of the tables', () => {
    before(async () => {
      const { database } = platform.kernel.services;
      const { rows } = await database.raw<{ id: string }>(`
        insert into item_bank_exercises (title, cover, seq, status, chapter_enable, assessment_enable, question_bank_id,
          student_num, join_enable, expiry_mode, expiry_days, expiry_start_at, expiry_end_at, is_free, price,
          origin_price, rating_num, rating, recommended, recommended_seq, recommended_at, created_at, updated_at)
        values ('Everything', '{"small": "/files/s.png", "middle": "", "large": "https://cdn.example.com/l.png"}', 11,
          'published', true, false, 9007199254740993, 12, false, 'date', 13, '2026-03-01T00:00:00Z',
          '2026-04-01T00:00:00.9Z', false, 9007199254740995, 16, 17, 4.05, true, 18, '2026-05-01T01:02:03Z',
          '2025-06-01T01:02:03Z', '2026-07-01T01:02:03Z')
        returning id`);
      id = rows[0]!.id;
      await database.raw(
        `insert into item_bank_exercise_members (exercise_id, user_id, role, created_at) values (?, 3, 'teacher', now())`,
        [id],
      );
      await database.raw(
        `insert into item_bank_exercise_modules (exercise_id, seq, answer_scene_id, title, type)
         values (?, 21, 9007199254740997, 'Only one', 'assessment')`,
        [id],
      );
    });
    let id: string;

    it('appears in the fields of the exercise', async () => {
      expect(await get(`/api/item_bank_exercises/${id}`)).to.deep.equal({
        id,
        title: 'Everything',
        cover: {
          small: `${platform.url}/files/s.png`,
          middle: `${platform.url}/assets/exercises/cover.svg`,
          large: 'https://cdn.example.com/l.png',
        },
        seq: '11',
        status: 'published',
        chapterEnable: true,
        assessmentEnable: false,
        questionBankId: '9007199254740993',
        studentNum: '12',
        joinEnable: false,
        expiryMode: 'date',
        expiryDays: '13',
        expiryStartDate: String(Date.UTC(2026, 2, 1) / 1000),
        expiryEndDate: String(Date.UTC(2026, 3, 1) / 1000),
        isFree: false,
        price: '90071992547409.95',
        originPrice: '0.16',
        ratingNum: '17',
        rating: '4.05',
        recommended: true,
        recommendedSeq: '18',
        recommendedTime: '2026-05-01T09:02:03+08:00',
        createdTime: '2025-06-01T09:02:03+08:00',
        updatedTime: '2026-07-01T09:02:03+08:00',
      });
    });

    it('appears in the fields of the member and of the module', async () => {
      const { data } = await get(`/api/item_bank_exercises/${id}/members`);
      expect(data[0]).to.include({
        exerciseId: id,
        questionBankId: '9007199254740993',
        role: 'teacher',
        locked: false,
      });
      expect(data[0].user).to.include({ id: '3', nickname: 'teacher' });
      const [module, ...more] = await get(`/api/item_bank_exercises/${id}/modules`);
      expect(more).to.deep.equal([]);
      expect(module).to.deep.include({ seq: '21', exerciseId: id, answerSceneId: '9007199254740997' });
      expect(module).to.deep.include({ title: 'Only one', type: 'assessment' });
    });
  });

  it('show unset values as null, "0" or an existing picture', async () => {
    const exercise = await get('/api/item_bank_exercises/8');
    expect(exercise).to.include({ expiryMode: 'forever', expiryDays: '0', expiryStartDate: '0', expiryEndDate: '0' });
    expect((await get('/api/item_bank_exercises/4')).recommendedTime).to.equal(null);
    const { headers } = await platform.api.get(new URL(exercise.cover.large).pathname).expect(200);
    expect(headers['content-type']).to.match(/^image\/svg\+xml/);
  });
});
