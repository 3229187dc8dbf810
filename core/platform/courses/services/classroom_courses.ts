import { use, type Failure, type Page } from 'lectern';
import type { ReadCall } from '../../../infrastructure/database/index.ts';
import { statusesOf, wrongField, type Visible } from '../../goods/index.ts';
import { failures, noClassroom } from '../failures.ts';
import type { Course, CourseQuery } from './courses.ts';

export interface Content {
  readonly classroomId: string;
  readonly courseId: string;
}

type Part = Pick<CourseQuery, 'status' | 'offset' | 'limit' | 'after'>;

const table = 'classroom_courses';

/** Lists, adds and removes the courses of classrooms. */
export class ClassroomCourses {
  readonly #database = use('database');
  readonly #courses = use('courses');

  list(classroomId: string, query: Part, call?: ReadCall): Promise<Page<Course>> {
    const where: CourseQuery['where'] = (courses) =>
      void courses.whereRaw('id = any(array(select course_id from classroom_courses where classroom_id = ?))', [
        classroomId,
      ]);
    return this.#courses.list({ ...query, where }, call);
  }

  /** @throws failures.courseNotInClassroom */
  async mustContain(content: Content, call?: ReadCall): Promise<void> {
    const found = this.#database.table(table).where(rowOf(content)).select('course_id');
    if ((await this.#database.read(found, call)).length === 0) throw notThere(content);
  }

  /**
   * Adds a course to a classroom.
   * @param status visibility of the courses that may be added
   * @throws failures.classroomNotFound, failures.alreadyInClassroom
   * @throws standardFailures.invalidParameter for a missing or invisible course
   */
  async add(content: Content, { status }: { status: Visible }): Promise<void> {
    await this.#change(content, async () => {
      const known = this.#database.table('courses').where('id', content.courseId).whereIn('status', statusesOf(status));
      if (!(await known.forKeyShare().first('id'))) throw wrongField('courseId', 'the id of an existing course');
      const row = rowOf(content);
      if (await this.#database.table(table).where(row).first('course_id')) throw failures.alreadyInClassroom();
      await this.#database.table(table).insert(row);
    });
  }

  /** @throws failures.classroomNotFound, failures.courseNotInClassroom */
  async remove(content: Content): Promise<void> {
    await this.#change(content, async () => {
      if ((await this.#database.table(table).where(rowOf(content)).delete()) === 0) throw notThere(content);
    });
  }

  /** Runs `work` while the classroom is locked, so that changes of its courses run one after another. */
  async #change({ classroomId }: Content, work: () => Promise<void>): Promise<void> {
    await this.#database.transaction(async () => {
      const found = await this.#database.table('classrooms').where('id', classroomId).forNoKeyUpdate().first('id');
      if (!found) throw noClassroom(classroomId);
      await work();
    });
  }
}

function rowOf({ classroomId, courseId }: Content) {
  return { classroom_id: classroomId, course_id: courseId };
}

function notThere({ classroomId, courseId }: Content): Failure {
  return failures.courseNotInClassroom({ message: `Classroom ${classroomId} has no course ${courseId}.` });
}
