import { use } from 'lectern';
import type { SourceOfShape } from 'lectern';
import { columnsOf, insertRow, type ReadCall, type Statement } from 'lectern/core';
import { failures } from '../failures.ts';
import type { NewQuestion, QuestionChange } from '../inputs.ts';
import type { question } from '../shapes/question.ts';
import { wrong } from './wrong.ts';

const MAX_QUESTIONS = 100;

export interface Question extends SourceOfShape<typeof question, 'public'> {
  readonly id: string;
  readonly answer: number;
  readonly points: number;
  readonly options: readonly string[];
}

const columns = 'id, seq, text, options, points, answer';

/** Reads and changes questions. Questions of a quiz with attempts never change: all attempts have equal questions. */
export class Questions {
  readonly #database = use('database');
  readonly #of: Statement<Question, { quizId: string }> = this.#database.statement(
    `select ${columns} from quiz_questions where quiz_id = :quizId order by seq, id`,
  );
  readonly #one: Statement<Question, { quizId: string; id: string }> = this.#database.statement(
    `select ${columns} from quiz_questions where quiz_id = :quizId and id = :id`,
  );
  readonly #locked: Statement<object, { quizId: string }> = this.#database.statement(
    'select id from quiz_quizzes where id = :quizId for update',
  );

  /** All questions of a quiz, in their order; at most a hundred. */
  of(quizId: string, call?: ReadCall): Promise<readonly Question[]> {
    return this.#of.all({ quizId }, call);
  }

  /** @throws failures.questionNotFound */
  async get(quizId: string, id: string, call?: ReadCall): Promise<Question> {
    const found = await this.#one.first({ quizId, id }, call);
    if (!found) throw failures.questionNotFound();
    return found;
  }

  /** @throws failures.quizNotFound, failures.quizStarted, failures.tooManyQuestions; invalidParameter for wrong options */
  async add(quizId: string, given: NewQuestion): Promise<Question> {
    refuseWrongChoice(given);
    return this.#change(quizId, async () => {
      if ((await this.of(quizId)).length >= MAX_QUESTIONS) throw failures.tooManyQuestions();
      return insertRow(this.#database, 'quiz_questions', { ...columnsOf(given), quiz_id: quizId });
    });
  }

  /** @throws failures.quizNotFound, failures.questionNotFound, failures.quizStarted; invalidParameter for wrong options */
  async update(quizId: string, id: string, given: QuestionChange): Promise<Question> {
    return this.#change(quizId, async () => {
      refuseWrongChoice({ ...(await this.get(quizId, id)), ...given });
      const change = columnsOf(given);
      if (Object.keys(change).length > 0) await this.#database.table('quiz_questions').where({ id }).update(change);
      return id;
    });
  }

  /** @throws failures.quizNotFound, failures.questionNotFound, failures.quizStarted */
  async remove(quizId: string, id: string): Promise<void> {
    await this.#alone(quizId, async () => {
      const removed = await this.#database.table('quiz_questions').where({ id, quiz_id: quizId }).delete();
      if (removed === 0) throw failures.questionNotFound();
    });
  }

  #change(quizId: string, work: () => Promise<string>): Promise<Question> {
    return this.#alone(quizId, async () => this.get(quizId, await work()));
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

type Choice = Pick<NewQuestion, 'answer'> & { readonly options: readonly string[] };

/** @throws invalidParameter for fewer than two options, or a right option that is not one of them */
function refuseWrongChoice({ answer, options }: Choice): void {
  if (options.length < 2) throw wrong('options', 'must be at least two');
  if (answer > options.length) throw wrong('answer', `must be the number of an option, at most ${options.length}`);
}
