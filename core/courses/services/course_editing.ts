import { use } from 'lectern';
import type { RevisionTarget } from '../../database/index.ts';
import { expiryColumns, forever, GoodsRows, priceColumns, recommendationColumns } from '../../goods/index.ts';
import type { EditedGoods, Expiry, GoodsRow } from '../../goods/index.ts';
import { failures, noCourse } from '../failures.ts';
import { courseChange, type CourseChange, type NewCourse } from '../inputs.ts';
import { courseCategories } from './course_categories.ts';
import { SetTotals } from './set_totals.ts';
import { mustBeTeachers, teacherColumns } from './teachers.ts';

interface Row extends GoodsRow, Expiry {
  readonly course_set_id: string;
  readonly is_free: boolean;
  readonly recommended: boolean;
}

const courses: EditedGoods<CourseChange, Row> = {
  table: 'courses',
  categories: courseCategories.table,
  name: 'A course',
  grams: 'search_grams',
  input: courseChange,
  unsaid: { ...forever, status: 'draft', course_set_id: '0', is_free: false, recommended: false },
  rules: (input, before, now) => ({
    ...recommendationColumns(input, before.recommended, now),
    ...priceColumns(input, before.is_free),
    ...expiryColumns(input, before),
    ...teacherColumns(input),
  }),
  notFound: noCourse,
  wrongStatus: failures.wrongStatus,
};

/** Creates, changes and removes courses, for managers. Updates the totals of their course sets. */
export class CourseEditing {
  readonly #database = use('database');
  readonly #users = use('users');
  readonly #rows: GoodsRows<CourseChange, Row> = new GoodsRows(courses);
  readonly #sets = new SetTotals();

  /**
   * Creates a course, a draft by default.
   * @returns id of the course
   * @throws standardFailures.invalidParameter for unknown ids and conflicting values
   */
  async add(input: NewCourse, creatorId: string): Promise<string> {
    await mustBeTeachers(this.#users, input);
    return this.#sets.keep([input.courseSetId], () => this.#rows.add(input, { creator_id: creatorId }));
  }

  /**
   * Changes the given fields; omitted fields keep their values.
   * @throws failures.courseNotFound, failures.wrongStatus
   * @throws standardFailures.invalidParameter for unknown ids and conflicting values
   * @throws standardFailures.preconditionFailed when the client has seen another revision
   */
  async update({ id, seen }: RevisionTarget, input: CourseChange): Promise<void> {
    await mustBeTeachers(this.#users, input);
    await this.#database.transaction(async () => {
      // Locks the course before its course sets: all code uses this order, so that no deadlock occurs.
      const course = await this.#rows.lock(id);
      const sets = new Set([course.course_set_id, input.courseSetId ?? course.course_set_id]);
      await this.#sets.keep([...sets], () => this.#rows.revise(course, seen, input));
    });
  }

  /**
   * Removes a course that has no members and is in no classroom.
   * @throws failures.courseNotFound, failures.courseInUse
   * @throws standardFailures.preconditionFailed when the client has seen another revision
   */
  async remove({ id, seen }: RevisionTarget): Promise<void> {
    await this.#database.transaction(async () => {
      const course = await this.#rows.lock(id);
      await this.#rows.mustBeSeen(course, seen);
      await this.#refuseInUse(id);
      await this.#sets.keep([course.course_set_id], () => this.#rows.remove(course));
    });
  }

  async #refuseInUse(id: string): Promise<void> {
    const found = async (table: string) => this.#database.table<OfCourse>(table).where('course_id', id).first();
    if (await found('course_members')) {
      throw failures.courseInUse({ message: `Course ${id} has members; remove them first.` });
    }
    const content = await found('classroom_courses');
    if (!content) return;
    const message = `Course ${id} belongs to classroom ${content.classroom_id}; remove it from the classroom first.`;
    throw failures.courseInUse({ message });
  }
}

interface OfCourse {
  readonly course_id: string;
  readonly classroom_id: string;
}
