import { use } from 'lectern';
import type { Seeder } from '../../database/index.ts';

const SHARE = 100;

/** Seeds one member for every hundred units of `scale` in each published exercise, limited by the number of users. */
export class MemberSeeder implements Seeder {
  readonly what = 'members of exercises';
  readonly #database = use('database');

  async seed(scale: number): Promise<number> {
    const { rows } = await this.#database.transaction(async () => {
      const made = await this.#database.raw<{ id: string }>(
        `insert into item_bank_exercise_members (exercise_id, user_id, created_at)
         select exercises.id, someone.id, timestamptz '2020-01-01' + someone.id * interval '1 hour'
         from (select id from item_bank_exercises where status = 'published') as exercises,
           (select id from users order by id desc limit ?::bigint) as someone
         on conflict do nothing returning id`,
        [Math.ceil(scale / SHARE)],
      );
      await this.#database.raw(
        `update item_bank_exercises set student_num = (
           select count(*) from item_bank_exercise_members
           where exercise_id = item_bank_exercises.id and not locked and role = 'student')`,
      );
      return made;
    });
    await this.#database.raw('analyze item_bank_exercise_members');
    return rows.length;
  }
}
