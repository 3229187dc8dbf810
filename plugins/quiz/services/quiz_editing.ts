import { use } from 'lectern';
import { columnsOf, insertRow, revise, type RevisionTarget } from 'lectern/core';
import { failures } from '../failures.ts';
import type { NewQuiz, QuizChange } from '../inputs.ts';
import { wrong } from './wrong.ts';

/** Creates, changes and removes quizzes, for managers. */
export class QuizEditing {
  readonly #clock = use('clock');
  readonly #courses = use('courses');
  readonly #database = use('database');
  readonly #quizzes = use('quizzes');

  /** Creates a quiz. @returns its id @throws invalidParameter for an audience that the quiz or its course rules out */
  async add(courseId: string, given: NewQuiz): Promise<string> {
    const now = this.#clock.now();
    await this.#refuse(courseId, { audience: 'everyone', entrance: false, ...given });
    const row = { ...columnsOf(given), course_id: courseId, created_at: now, updated_at: now };
    return insertRow(this.#database, 'quiz_quizzes', row);
  }

  /**
   * Changes the given fields.
   * @throws failures.quizNotFound, preconditionFailed; invalidParameter as for `add`
   */
  async update(courseId: string, { id, seen }: RevisionTarget, given: QuizChange): Promise<void> {
    const change = { ...columnsOf(given), updated_at: this.#clock.now() };
    await this.#database.transaction(async () => {
      const quiz = await this.#quizzes.get(id, { courseId, manages: true });
      await this.#refuse(courseId, { ...quiz, ...given });
      if (!(await revise(this.#database, { table: 'quiz_quizzes', id, seen, change }))) throw failures.quizNotFound();
    });
  }

  /** Removes a quiz with its questions and attempts. @throws failures.quizNotFound, preconditionFailed */
  async remove(courseId: string, { id, seen }: RevisionTarget): Promise<void> {
    await this.#database.transaction(async () => {
      await this.#quizzes.get(id, { courseId, manages: true });
      if (!(await revise(this.#database, { table: 'quiz_quizzes', id, seen, change: {} })))
        throw failures.quizNotFound();
      await this.#database.table('quiz_quizzes').where({ id }).delete();
    });
  }

  /** Removes all quizzes of a course. Joins the open transaction. */
  async removeAll(courseId: string): Promise<void> {
    await this.#database.table('quiz_quizzes').where('course_id', courseId).delete();
  }

  /** @throws invalidParameter for an entrance quiz not for everyone, and for members if no level includes the course */
  async #refuse(courseId: string, { audience, entrance }: Pick<NewQuiz, 'audience' | 'entrance'>): Promise<void> {
    if (entrance && audience !== 'everyone') throw wrong('entrance', 'must be false unless the audience is everyone');
    if (audience !== 'members') return;
    const { vipLevelId } = await this.#courses.get(courseId, { status: 'any' });
    if (String(vipLevelId) === '0')
      throw wrong(
        'audience',
        'must not be members, because no membership includes the course; set vipLevelId of the course first',
      );
  }
}
