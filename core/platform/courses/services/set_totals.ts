import { use } from 'lectern';
import { wrongField } from '../../goods/index.ts';

/**
 * Totals of course sets: lowest and highest price, membership levels, and number of students. Prices and levels are
 * those of the published courses, or of all courses while none is published. Students are counted in all courses.
 */
export class SetTotals {
  readonly #database = use('database');

  /**
   * Runs `work` on courses of these course sets, then updates the totals of the sets. Locks the sets first, ordered by
   * id, so that concurrent changes neither miscount nor deadlock.
   * @returns the result of `work`
   * @throws standardFailures.invalidParameter when a set is missing
   */
  async keep<T>(ids: readonly string[], work: () => Promise<T>): Promise<T> {
    return this.#database.transaction(async () => {
      const { rows } = await this.#database.raw<{ id: string }>(
        'select id from course_sets where id = any(?::bigint[]) order by id for no key update',
        [[...ids]],
      );
      if (ids.some((id) => !rows.some((row) => row.id === id))) {
        throw wrongField('courseSetId', 'the id of an existing course set');
      }
      const result = await work();
      await this.#database.raw(recount, [[...ids]]);
      return result;
    });
  }
}

// Does not increment the revision of the set: a change of a course must not fail a concurrent edit of the set.
const recount = `
  update course_sets set
    min_course_price = counted.lowest,
    max_course_price = counted.highest,
    vip_level_ids = counted.levels,
    student_num = counted.students
  from (
    select course_sets.id,
      coalesce(min(price) filter (where offered), min(price), 0) as lowest,
      coalesce(max(price) filter (where offered), max(price), 0) as highest,
      coalesce(sum(courses.student_num), 0) as students,
      coalesce(
        case when bool_or(offered)
          then array_agg(distinct vip_level_id order by vip_level_id) filter (where vip_level_id > 0 and offered)
          else array_agg(distinct vip_level_id order by vip_level_id) filter (where vip_level_id > 0)
        end, '{}') as levels
    from course_sets
      left join (
        select course_set_id, price, vip_level_id, student_num, status = 'published' as offered from courses
      ) as courses on course_set_id = course_sets.id
    where course_sets.id = any(?::bigint[])
    group by course_sets.id
  ) as counted
  where course_sets.id = counted.id`;
