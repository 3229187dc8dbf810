import { use } from 'lectern';
import type { InputOf, Page, SourceOfShape } from 'lectern';
import { keysetPaging, ListOrder, Pages, type ReadCall, type Statement } from 'lectern/core';
import { failures } from '../failures.ts';
import type { quiz } from '../shapes/quiz.ts';

/** A quiz in answers, with its revision. */
export interface Quiz extends SourceOfShape<typeof quiz, 'public'> {
  readonly id: string;
  readonly revision: string;
}

/** The quizzes of a course that a caller sees: all with `manages`, otherwise published ones. */
interface Seen {
  readonly courseId: string;
  readonly manages: boolean;
}

const columns = `id, course_id as "courseId", title, description, audience, entrance, published,
  (select count(*) from quiz_questions where quiz_id = quiz_quizzes.id) as "questionNum",
  (select coalesce(sum(points), 0) from quiz_questions where quiz_id = quiz_quizzes.id) as points,
  attempt_num as "attemptNum", passed_num as "passedNum", created_at as "createdTime", updated_at as "updatedTime",
  revision`;
const seen = 'course_id = :courseId and (published or :manages)';
const oldestFirst = new ListOrder('quiz_quizzes', [{ column: 'id', type: 'integer' }]);

export class Quizzes {
  readonly #database = use('database');
  readonly #pages = new Pages(this.#database, 'quiz_quizzes');
  readonly #one: Statement<Quiz, Seen & { id: string }> = this.#database.statement(
    `select ${columns} from quiz_quizzes where ${seen} and id = :id`,
  );
  readonly #counts: Statement<{ courseId: string; count: string }, { ids: readonly string[] }> = this.#database
    .statement(`select course_id as "courseId", count(*) as count from quiz_quizzes
         where course_id = any(:ids::bigint[]) and published group by course_id`);
  readonly #exists: Statement<object, { courseId: string; audience: string | null }> = this.#database.statement(
    'select 1 from quiz_quizzes where course_id = :courseId and audience = coalesce(:audience, audience) limit 1',
  );

  /** A page of the quizzes of a course, the oldest first. */
  list({ courseId, manages }: Seen, place: InputOf<typeof keysetPaging>, call?: ReadCall): Promise<Page<Quiz>> {
    return this.#pages.read<Quiz>(
      {
        order: oldestFirst,
        columns: (q) => [q.raw(columns)],
        found: (q, value) =>
          q('quiz_quizzes').whereRaw(seen, { courseId: value('courseId'), manages: value('manages') }),
        values: { courseId, manages },
        place,
        variant: '',
      },
      call,
    );
  }

  /** @throws failures.quizNotFound */
  async get(id: string, { courseId, manages }: Seen, call?: ReadCall): Promise<Quiz> {
    const found = await this.#one.first({ id, courseId, manages }, call);
    if (!found) throw failures.quizNotFound();
    return found;
  }

  /** Whether a course has a quiz, for this audience if given. */
  async exist(courseId: string, audience: Quiz['audience'] | null = null): Promise<boolean> {
    return (await this.#exists.first({ courseId, audience })) !== undefined;
  }

  /** Number of published quizzes of each course, in the order of the ids. */
  async countsOf(ids: readonly string[], call: ReadCall): Promise<{ quizCount: number }[]> {
    const rows = await this.#counts.all({ ids }, call);
    const byId = new Map(rows.map(({ courseId, count }) => [courseId, Number(count)]));
    return ids.map((id) => ({ quizCount: byId.get(id) ?? 0 }));
  }
}
