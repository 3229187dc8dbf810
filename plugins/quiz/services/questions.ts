import { use } from 'lectern';
import { Records, type ReadCall, type RecordOf, type Statement } from 'lectern/core';
import { failures } from '../failures.ts';
import type { NewQuestion, QuestionChange } from '../inputs.ts';
import { question } from '../shapes/question.ts';
import { wrong } from './wrong.ts';

const MAX_QUESTIONS = 100;

export interface Question extends RecordOf<typeof question> {
  readonly answer: number;
  readonly points: number;
  readonly options: readonly string[];
}

/** Reads and changes questions. Questions of a quiz with attempts never change: all attempts have equal questions. */
export class Questions {
  readonly #database = use('database');
  readonly #of: Statement<Question, { quizId: string }> = this.#database.statement(
    'select id, seq, text, options, points, answer from quiz_questions where quiz_id = :quizId order by seq, id',
  );
  readonly #rows = new Records(question, {
    table: 'quiz_questions',
    within: 'quizId',
    missing: failures.questionNotFound,
  });
  readonly #locked: Statement<object, { quizId: string }> = this.#database.statement(
    'select id from quiz_quizzes where id = :quizId for update',
  );

  /** All questions of a quiz, in their order; at most a hundred. */
  of(quizId: string, call?: ReadCall): Promise<readonly Question[]> {
    return this.#of.all({ quizId }, call);
  }

  /** @throws failures.questionNotFound */
  get(quizId: string, id: string): Promise<RecordOf<typeof question>> {
    return this.#rows.get({ quizId, id });
  }

  /** @throws failures.quizNotFound, failures.quizStarted, failures.tooManyQuestions; invalidParameter for wrong options */
  async add(quizId: string, given: NewQuestion): Promise<RecordOf<typeof question>> {
    refuseWrongChoice(given);
    return this.#alone(quizId, async () => {
      if ((await this.of(quizId)).length >= MAX_QUESTIONS) throw failures.tooManyQuestions();
      return this.#rows.add({ quizId, ...given });
    });
  }

  /** @throws failures.quizNotFound, failures.questionNotFound, failures.quizStarted; invalidParameter for wrong options */
  async update(quizId: string, id: string, given: QuestionChange): Promise<RecordOf<typeof question>> {
    return this.#alone(quizId, async () => {
      refuseWrongChoice({ ...(await this.get(quizId, id)), ...given });
      return this.#rows.change({ quizId, id }, given);
    });
  }

  /** @throws failures.quizNotFound, failures.questionNotFound, failures.quizStarted */
  remove(quizId: string, id: string): Promise<{ success: true }> {
    return this.#alone(quizId, () => this.#rows.remove({ quizId, id }));
  }

  /**
   * Runs `work` while the quiz is locked, if the quiz has no attempts. A new attempt refers to the quiz and waits for
   * the lock.
   * @throws failures.quizNotFound, failures.quizStarted
   */
  #alone<T>(quizId: string, work: () => Promise<T>): Promise<T> {
    return this.#database.transaction(async () => {
      if (!(await this.#locked.first({ quizId }))) throw failures.quizNotFound();
      if (await this.#database.table('quiz_attempts').where('quiz_id', quizId).first('id'))
        throw failures.quizStarted();
      return work();
    });
  }
}

type Choice = Pick<RecordOf<typeof question>, 'answer' | 'options'>;

/** @throws invalidParameter for fewer than two options, or a right option that is not one of them */
function refuseWrongChoice({ answer, options }: Choice): void {
  if (options.length < 2) throw wrong('options', 'must be at least two');
  if (Number(answer) > options.length)
    throw wrong('answer', `must be the number of an option, at most ${options.length}`);
}
