import type { OpenCall, OperationHook, Services } from 'lectern';
import { accountOf } from 'lectern/core';
import { failures } from '../failures.ts';
import type { Quizzes } from './quizzes.ts';

type Needs = Pick<Services, 'courseEnrolments' | 'courseMembers' | 'courses' | 'coverages' | 'quizzes'>;

/** Refuses attempts of callers outside of the audience of the quiz: without an enrolment, or without a membership. */
export class AttemptAccess implements OperationHook {
  readonly address = '/courses/{courseId}/quizzes/{quizId}/attempts';
  readonly operation = 'add';
  readonly fails = [failures.courseNotFound, failures.quizNotFound, failures.notEnrolled, failures.notMember];
  readonly #courses: Services['courses'];
  readonly #coverages: Services['coverages'];
  readonly #enrolments: Services['courseEnrolments'];
  readonly #members: Services['courseMembers'];
  readonly #quizzes: Quizzes;

  constructor({ courseEnrolments, courseMembers, courses, coverages, quizzes }: Needs) {
    this.#courses = courses;
    this.#coverages = coverages;
    this.#enrolments = courseEnrolments;
    this.#members = courseMembers;
    this.#quizzes = quizzes;
  }

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
