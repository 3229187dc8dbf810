import { use, type Caller } from 'lectern';
import { accountOf, type Statement } from 'lectern/core';
import { failures } from '../failures.ts';
import type { Submission } from '../inputs.ts';
import { quizSection } from '../settings_section.ts';
import { readAnswers, scoreOf, type Score } from './scoring.ts';
import { AttemptRecords } from './attempt_records.ts';
import { Questions } from './questions.ts';

interface Submitted {
  readonly id: string;
  readonly quizId: string;
  readonly courseId: string;
  readonly userId: string;
}

const start = `insert into quiz_attempts (quiz_id, user_id, number, started_at, closes_at)
  select quiz.id, :userId, own.made + 1, :now, :closes from quiz_quizzes as quiz,
    (select coalesce(max(number), 0) as made from quiz_attempts where quiz_id = :quizId and user_id = :userId) as own
  where quiz.id = :quizId and own.made < :allowed
  on conflict do nothing returning id`;
const submit = `update quiz_attempts
  set state = 'submitted', answers = :answers, score = :score, max_score = :maxScore, passed = :passed, submitted_at = :now
  where user_id = :userId and id = :id and state = 'open' and closes_at >= :now returning id`;
const overdue = `select user_id as "userId", id from quiz_attempts
  where state = 'open' and closes_at < :now order by closes_at limit :limit`;
const expire = `update quiz_attempts
  set state = 'expired', score = 0, passed = false,
    max_score = (select coalesce(sum(points), 0) from quiz_questions as asked where asked.quiz_id = quiz_attempts.quiz_id)
  from unnest(:userIds::bigint[], :ids::bigint[]) as due (owner_id, attempt_id)
  where user_id = due.owner_id and id = due.attempt_id and state = 'open' and closes_at < :now
  returning id`;
/** Code of the error when the quiz was removed meanwhile. */
const FOREIGN_KEY_VIOLATION = '23503';

export class Attempts {
  readonly #clock = use('clock');
  readonly #database = use('database');
  readonly #events = use('events');
  readonly #questions = use(Questions);
  readonly #records = use(AttemptRecords);
  readonly #settings = use('settings');
  readonly #start: Statement<{ id: string }, StartParams> = this.#database.statement(start);
  readonly #submit: Statement<object, Score & { id: string; userId: string; answers: string; now: Date }> =
    this.#database.statement(submit);
  readonly #overdue: Statement<{ userId: string; id: string }, { now: Date; limit: number }> =
    this.#database.statement(overdue);
  readonly #expire: Statement<object, { userIds: readonly string[]; ids: readonly string[]; now: Date }> =
    this.#database.statement(expire);

  /**
   * Starts an attempt. Of two concurrent starts, the unique index accepts one. @returns its id
   * @throws failures.quizNotFound, failures.noQuestions, failures.attemptOpen, failures.noAttemptLeft
   */
  async begin(quizId: string, user: Caller): Promise<string> {
    const userId = accountOf(user);
    const { attemptsAllowed, openMinutes } = await this.#settings.get(quizSection);
    const now = this.#clock.now();
    const closes = new Date(now.getTime() + Number(openMinutes) * 60_000);
    if ((await this.#questions.of(quizId)).length === 0) throw failures.noQuestions();
    const values = { quizId, userId, now, closes, allowed: Number(attemptsAllowed) };
    const started = await this.#start.first(values).catch(refuseRemoved);
    if (started) return started.id;
    const own = this.#database.table('quiz_attempts').where({ quiz_id: quizId, user_id: userId, state: 'open' });
    if (await own.first('id')) throw failures.attemptOpen();
    const quiz = await this.#database.table('quiz_quizzes').where('id', quizId).first('id');
    throw quiz ? failures.noAttemptLeft() : failures.quizNotFound();
  }

  /**
   * Submits an open attempt and publishes `quiz.attempt_submitted`. Of two concurrent submissions, the second one waits
   * for the first one and finds no open attempt.
   * @throws failures.attemptNotFound, failures.attemptClosed; invalidParameter for an unknown question or option
   */
  async submit({ id, quizId, courseId, userId }: Submitted, { answers }: Submission): Promise<void> {
    await this.#records.get(id, { quizId, userId });
    const questions = await this.#questions.of(quizId);
    const chosen = readAnswers(questions, answers);
    const { passPercentage } = await this.#settings.get(quizSection);
    const score = scoreOf(questions, chosen, Number(passPercentage));
    await this.#database.transaction(async () => {
      const values = { ...score, id, userId, answers: JSON.stringify(chosen), now: this.#clock.now() };
      if (!(await this.#submit.first(values))) throw failures.attemptClosed();
      await this.#events.publish('quiz.attempt_submitted', { attemptId: id, quizId, courseId, userId, ...score });
    });
  }

  /** Closes open attempts whose time is over, with 0 points. */
  async closeOverdue(signal?: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    const expire = async (limit: number) => {
      const due = await this.#overdue.all({ now, limit });
      await this.#expire.all({ userIds: due.map(({ userId }) => userId), ids: due.map(({ id }) => id), now });
      return due.length === limit;
    };
    await this.#database.inBatches(expire, { signal });
  }
}

/** @throws failures.quizNotFound for a quiz that was removed meanwhile; other errors as they are */
function refuseRemoved(error: unknown): never {
  throw (error as { code?: unknown }).code === FOREIGN_KEY_VIOLATION ? failures.quizNotFound() : error;
}

interface StartParams {
  readonly quizId: string;
  readonly userId: string;
  readonly now: Date;
  readonly closes: Date;
  readonly allowed: number;
}
