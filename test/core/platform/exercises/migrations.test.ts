import { expect } from 'chai';
import { startPlatform } from '../../../support/platform.ts';
import { started } from '../../../support/started.ts';

const now = new Date(0);
const exercise = { title: 'New', question_bank_id: 1, created_at: now, updated_at: now };
const member = { exercise_id: 1, user_id: 1, created_at: now };
const module = { exercise_id: 1, title: 'New', type: 'chapter' };
const period = { expiry_start_at: new Date(2_000), expiry_end_at: new Date(1_000) };

/** Rows that violate a constraint. */
const refused = {
  item_bank_exercises: [
    { ...exercise, status: 'trash' },
    { ...exercise, status: null },
    { ...exercise, expiry_mode: 'never' },
    { ...exercise, expiry_mode: 'days' },
    { ...exercise, expiry_mode: 'date' },
    { ...exercise, expiry_mode: 'date', ...period },
    { ...exercise, expiry_mode: 'end_date' },
    { ...exercise, expiry_days: -1 },
    { ...exercise, price: -1 },
    { ...exercise, origin_price: -1 },
    { ...exercise, price: 1, is_free: true },
    { ...exercise, rating: 5.01 },
    { ...exercise, rating: -0.01 },
    { ...exercise, rating_num: -1 },
    { ...exercise, student_num: -1 },
    { ...exercise, revision: 0 },
    { ...exercise, cover: '"text"' },
    { ...exercise, title: null },
  ],
  item_bank_exercise_members: [
    { ...member, role: 'owner' },
    { ...member, revision: 0 },
    { ...member, user_id: 9 },
    { ...member, user_id: 999 },
    { ...member, exercise_id: 999 },
  ],
  item_bank_exercise_modules: [
    { ...module, type: 'homework' },
    { ...module, revision: 0 },
    { ...module, exercise_id: 999 },
  ],
};

describe('Tables of question-bank exercises', () => {
  const platform = started(startPlatform);

  const insert = (table: string, row: Record<string, unknown>) =>
    platform.kernel.services.database.table(table).insert(row).returning('*');

  for (const [table, rows] of Object.entries(refused)) {
    for (const row of rows) {
      it(`reject in ${table} ${JSON.stringify(row)}`, async () => {
        const error: unknown = await insert(table, row).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(error).to.have.property('code').that.matches(/^23/);
      });
    }
  }

  it('accept valid rows, with revisions from 1', async () => {
    const [row] = await insert('item_bank_exercises', exercise);
    expect(row).to.deep.include({ revision: '1', status: 'draft', expiry_mode: 'forever', price: '0', rating: '0.00' });
    expect(await insert('item_bank_exercise_members', member)).to.have.length(1);
    expect(await insert('item_bank_exercise_modules', module)).to.have.length(1);
  });

  it('lose members and modules with their exercise', async () => {
    const { database } = platform.kernel.services;
    await database.table('item_bank_exercises').where({ id: 4 }).delete();
    for (const table of ['item_bank_exercise_members', 'item_bank_exercise_modules']) {
      expect(await database.table(table).where({ exercise_id: 4 })).to.deep.equal([]);
    }
  });
});
