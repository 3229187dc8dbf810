import { use } from 'lectern';
import type { Job, Statement } from 'lectern/core';

const DAY_MS = 86_400_000;

/** The last attempt of a learner stays, because its number says how many attempts are left. */
const remove = `delete from quiz_attempts where id = any(array(
    select id from quiz_attempts as attempt
    where state = 'expired' and closes_at <= :until and exists (
      select from quiz_attempts as later
      where later.quiz_id = attempt.quiz_id and later.user_id = attempt.user_id and later.number > attempt.number)
    order by closes_at limit :limit for update skip locked))
  returning id`;

/** Deletes old attempts that were never submitted, every night. */
export class CleanAttempts implements Job {
  readonly name = 'quiz.clean_attempts';
  readonly schedule = { cron: '20 3 * * *', missed: 'once' } as const;
  readonly #clock = use('clock');
  readonly #database = use('database');
  readonly #days: number = use('quizConfig').expiredDays;
  readonly #remove: Statement<object, { until: Date; limit: number }> = this.#database.statement(remove);

  async run(signal?: AbortSignal): Promise<void> {
    if (this.#days === 0) return;
    const until = new Date(this.#clock.now().getTime() - this.#days * DAY_MS);
    const some = async (limit: number) => (await this.#remove.all({ until, limit })).length === limit;
    await this.#database.inBatches(some, { signal });
  }
}
