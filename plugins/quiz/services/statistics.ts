import { use } from 'lectern';
import type { Statement } from 'lectern/core';

/** Counts the submitted and the passed attempts of quizzes. */
export class Statistics {
  readonly #count: Statement<object, { quizId: string; passed: number }> = use('database').statement(
    `update quiz_quizzes set attempt_num = attempt_num + 1, passed_num = passed_num + :passed::integer where id = :quizId`,
  );

  async count(quizId: string, passed: boolean): Promise<void> {
    await this.#count.all({ quizId, passed: passed ? 1 : 0 });
  }
}
