import { use, type OpenCall, type OperationHook } from 'lectern';
import { accountOf } from 'lectern/core';
import { failures } from '../failures.ts';
import { Quizzes } from './quizzes.ts';

/** Refuses attempts of callers outside of the audience of the quiz: without an enrolment, or without a membership. */
export class AttemptAccess implements OperationHook {
  readonly address = '/courses/{courseId}/quizzes/{quizId}/attempts';
  readonly operation = 'add';
  readonly fails = [failures.courseNotFound, failures.quizNotFound, failures.notEnrolled, failures.notMember];
  readonly #courses = use('courses');
  readonly #coverages = use('coverages');
  readonly #enrolments = use('courseEnrolments');
  readonly #members = use('courseMembers');
  readonly #quizzes = use(Quizzes);

  /** @throws failures.courseNotFound, failures.quizNotFound, failures.notEnrolled, failures.notMember */
  async before({ params: { courseId, quizId }, user }: OpenCall<{ courseId: string; quizId: string }>): Promise<void> {
    if (!user) return;
    const userId = accountOf(user);
    const course = await this.#courses.get(courseId, { status: 'published' });
    const { audience } = await this.#quizzes.get(quizId, { courseId, manages: false });
    if (audience === 'students' && !(await this.#isStudent(courseId, userId))) throw failures.notEnrolled();
    if (audience === 'members' && !(await this.#isMember(courseId, String(course.vipLevelId), userId)))
      throw failures.notMember();
  }

  async #isStudent(courseId: string, userId: string): Promise<boolean> {
    if (!(await this.#members.has(courseId, userId))) return false;
    return (await this.#enrolments.get(userId, courseId)).state === 'open';
  }

  /**
   * Whether a membership of the user includes the course, according to any provider of coverages, such as the plugin
   * vip.
   */
  async #isMember(targetId: string, vipLevelId: string, userId: string): Promise<boolean> {
    const [name] = await this.#coverages.covered(userId, [{ targetType: 'course', targetId, vipLevelId }]);
    return name !== undefined;
  }
}
