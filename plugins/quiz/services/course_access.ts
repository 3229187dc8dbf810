import { use, type Caller } from 'lectern';
import type { ReadCall } from 'lectern/core';
import { failures } from '../failures.ts';
import { Quizzes } from './quizzes.ts';

/** Ids of a quiz and its course, from the path of a request. */
export interface QuizOfCourse {
  readonly courseId: string;
  readonly quizId: string;
}

/** Decides which callers read and which manage the quizzes of a course. */
export class CourseAccess {
  readonly #courses = use('courses');
  readonly #quizzes = use(Quizzes);

  /**
   * Whether a caller manages the quizzes of a course. The caller needs `quiz_manage`, and must teach the course or have
   * `admin_course`.
   * @throws failures.courseNotFound for a course that the caller does not see
   */
  async manages(courseId: string, user: Caller, call?: ReadCall): Promise<boolean> {
    const isManager = user.permissions.has('quiz_manage');
    const course = await this.#courses.get(courseId, { status: isManager ? 'any' : 'published' }, call);
    const manages =
      isManager && (user.permissions.has('admin_course') || course.teachers.some(({ id }) => String(id) === user.id));
    if (!manages && course.status !== 'published') throw failures.courseNotFound();
    return manages;
  }

  /** @throws failures.courseNotFound, failures.notYourCourse */
  async mustManage(courseId: string, user: Caller): Promise<void> {
    if (!(await this.manages(courseId, user))) throw failures.notYourCourse();
  }

  /** Whether a caller manages a quiz. @throws failures.courseNotFound, failures.quizNotFound if not visible */
  async managesQuiz({ courseId, quizId }: QuizOfCourse, user: Caller, call?: ReadCall): Promise<boolean> {
    const manages = await this.manages(courseId, user, call);
    await this.#quizzes.get(quizId, { courseId, manages }, call);
    return manages;
  }

  /** @throws failures.courseNotFound, failures.notYourCourse, failures.quizNotFound */
  async mustManageQuiz({ courseId, quizId }: QuizOfCourse, user: Caller): Promise<void> {
    await this.mustManage(courseId, user);
    await this.#quizzes.get(quizId, { courseId, manages: true });
  }
}
