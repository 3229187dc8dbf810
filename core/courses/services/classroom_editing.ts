import { use } from 'lectern';
import type { RevisionTarget } from '../../database/index.ts';
import { GoodsRows, type EditedGoods, type GoodsRow } from '../../goods/index.ts';
import { failures, noClassroom } from '../failures.ts';
import { classroomChange, type ClassroomChange, type NewClassroom } from '../inputs.ts';
import { courseCategories } from './course_categories.ts';
import { mustBeTeachers, teacherColumns } from './teachers.ts';

const classrooms: EditedGoods<ClassroomChange, GoodsRow> = {
  table: 'classrooms',
  categories: courseCategories.table,
  name: 'A classroom',
  grams: 'search_grams',
  input: classroomChange,
  unsaid: { status: 'draft' },
  rules: teacherColumns,
  notFound: noClassroom,
  wrongStatus: failures.wrongStatus,
};

/** Creates, changes and removes classrooms, for managers. */
export class ClassroomEditing {
  readonly #database = use('database');
  readonly #users = use('users');
  readonly #rows: GoodsRows<ClassroomChange, GoodsRow> = new GoodsRows(classrooms);

  /**
   * Creates a classroom, a draft by default.
   * @returns id of the classroom
   * @throws standardFailures.invalidParameter when a category or teacher is unknown
   */
  async add(input: NewClassroom): Promise<string> {
    await mustBeTeachers(this.#users, input);
    return this.#rows.add(input);
  }

  /**
   * Changes the given fields; omitted fields keep their values.
   * @throws failures.classroomNotFound, failures.wrongStatus
   * @throws standardFailures.invalidParameter when a category or teacher is unknown
   * @throws standardFailures.preconditionFailed when the client has seen another revision
   */
  async update({ id, seen }: RevisionTarget, input: ClassroomChange): Promise<void> {
    await mustBeTeachers(this.#users, input);
    await this.#database.transaction(async () => this.#rows.revise(await this.#rows.lock(id), seen, input));
  }

  /**
   * Removes a classroom without members; its courses are not deleted.
   * @throws failures.classroomNotFound, failures.classroomInUse
   * @throws standardFailures.preconditionFailed when the client has seen another revision
   */
  async remove({ id, seen }: RevisionTarget): Promise<void> {
    await this.#database.transaction(async () => {
      const classroom = await this.#rows.lock(id);
      await this.#rows.mustBeSeen(classroom, seen);
      if (await this.#database.table('classroom_members').where('classroom_id', id).first('id')) {
        throw failures.classroomInUse({ message: `Classroom ${id} has members; remove them first.` });
      }
      await this.#rows.remove(classroom);
    });
  }
}
