import { use } from 'lectern';
import type { Statement } from 'lectern/core';
import { failures } from '../failures.ts';

/** A user who is about to get goods. */
interface Joining {
  readonly userId: string;
  readonly targetType: string;
  readonly targetId: string;
}

/** Refuses a course to users who have not passed all published entrance quizzes of the course. */
export class Entrance {
  readonly #missing: Statement<object, { userId: string; courseId: string }> = use('database')
    .statement(`select 1 from quiz_quizzes as quiz where course_id = :courseId and entrance and published and not exists (
           select from quiz_attempts where quiz_id = quiz.id and user_id = :userId and passed) limit 1`);

  /** @throws failures.entranceNotPassed */
  async examine({ userId, targetType, targetId }: Joining): Promise<void> {
    if (targetType !== 'course') return;
    if (await this.#missing.first({ userId, courseId: targetId })) throw failures.entranceNotPassed();
  }
}
