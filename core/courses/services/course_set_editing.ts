import { use } from 'lectern';
import type { RevisionTarget } from '../../database/index.ts';
import { GoodsRows, recommendationColumns } from '../../goods/index.ts';
import type { EditedGoods, GoodsRow } from '../../goods/index.ts';
import { failures, noCourseSet } from '../failures.ts';
import { courseSetChange, type CourseSetChange, type NewCourseSet } from '../inputs.ts';
import { courseCategories } from './course_categories.ts';

interface Row extends GoodsRow {
  readonly recommended: boolean;
}

const courseSets: EditedGoods<CourseSetChange, Row> = {
  table: 'course_sets',
  categories: courseCategories.table,
  name: 'A course set',
  grams: 'search_grams',
  input: courseSetChange,
  unsaid: { status: 'draft', recommended: false },
  rules: (input, { recommended }, now) => recommendationColumns(input, recommended, now),
  notFound: noCourseSet,
  wrongStatus: failures.wrongStatus,
};

/** Creates, changes and removes course sets, for managers. */
export class CourseSetEditing {
  readonly #database = use('database');
  readonly #rows: GoodsRows<CourseSetChange, Row> = new GoodsRows(courseSets);

  /**
   * Creates a course set, a draft by default.
   * @returns id of the course set
   * @throws standardFailures.invalidParameter when a category is unknown
   */
  async add(input: NewCourseSet): Promise<string> {
    return this.#rows.add(input);
  }

  /**
   * Changes the given fields; omitted fields keep their values.
   * @throws failures.courseSetNotFound, failures.wrongStatus
   * @throws standardFailures.invalidParameter when a category is unknown
   * @throws standardFailures.preconditionFailed when the client has seen another revision
   */
  async update({ id, seen }: RevisionTarget, input: CourseSetChange): Promise<void> {
    await this.#database.transaction(async () => this.#rows.revise(await this.#rows.lock(id), seen, input));
  }

  /**
   * Removes a course set without courses.
   * @throws failures.courseSetNotFound, failures.courseSetInUse
   * @throws standardFailures.preconditionFailed when the client has seen another revision
   */
  async remove({ id, seen }: RevisionTarget): Promise<void> {
    await this.#database.transaction(async () => {
      const set = await this.#rows.lock(id);
      await this.#rows.mustBeSeen(set, seen);
      if (await this.#database.table('courses').where('course_set_id', id).first('id')) {
        throw failures.courseSetInUse({ message: `Course set ${id} has courses; move or remove them first.` });
      }
      await this.#rows.remove(set);
    });
  }
}
