import { use } from 'lectern';
import type { NewQuiz, QuizChange } from '../inputs.ts';
import { Quizzes, type Quiz } from './quizzes.ts';
import { wrong } from './wrong.ts';

/** A quiz of a course, and the revisions of it that the client has seen. */
interface QuizOfRequest {
  readonly courseId: string;
  readonly id: string;
  readonly seen: readonly string[] | undefined;
}

/** Creates, changes and removes quizzes, for managers. */
export class QuizEditing {
  readonly #courses = use('courses');
  readonly #database = use('database');
  readonly #quizzes = use(Quizzes);

  /** Creates a quiz. @throws invalidParameter for an audience that the quiz or its course rules out */
  async add(courseId: string, given: NewQuiz): Promise<Quiz> {
    await this.#refuse(courseId, { audience: 'everyone', entrance: false, ...given });
    return this.#quizzes.rows.add({ courseId, ...given });
  }

  /**
   * Changes the given fields.
   * @throws failures.quizNotFound, preconditionFailed; invalidParameter as for `add`
   */
  async update(one: QuizOfRequest, given: QuizChange): Promise<Quiz> {
    const { courseId, id, seen } = one;
    return this.#database.transaction(async () => {
      const quiz = await this.#quizzes.rows.get({ courseId, id });
      await this.#refuse(courseId, { ...quiz, ...given });
      return this.#quizzes.rows.change({ courseId, id }, given, seen);
    });
  }

  /** Removes a quiz with its questions and attempts. @throws failures.quizNotFound, preconditionFailed */
  remove({ courseId, id, seen }: QuizOfRequest): Promise<{ success: true }> {
    return this.#quizzes.rows.remove({ courseId, id }, seen);
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
