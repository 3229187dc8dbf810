import { use, type InputOf, type Page } from 'lectern';
import { keysetPaging, Records, type ReadCall, type RecordOf, type Statement } from 'lectern/core';
import { failures } from '../failures.ts';
import { quiz } from '../shapes/quiz.ts';

/** A quiz in answers, with its revision. */
export type Quiz = RecordOf<typeof quiz, true>;

/** The quizzes of a course that a caller sees: all with `manages`, otherwise published ones. */
interface Seen {
  readonly courseId: string;
  readonly manages: boolean;
}

export class Quizzes {
  readonly #database = use('database');
  readonly rows = new Records(quiz, {
    table: 'quiz_quizzes',
    within: 'courseId',
    columns: {
      questionNum: '(select count(*) from quiz_questions where quiz_id = quiz_quizzes.id)',
      points: '(select coalesce(sum(points), 0) from quiz_questions where quiz_id = quiz_quizzes.id)',
    },
    missing: failures.quizNotFound,
    revised: true,
  });
  readonly #counts: Statement<{ courseId: string; count: string }, { ids: readonly string[] }> = this.#database
    .statement(`select course_id as "courseId", count(*) as count from quiz_quizzes
         where course_id = any(:ids::bigint[]) and published group by course_id`);
  readonly #exists: Statement<object, { courseId: string; audience: string | null }> = this.#database.statement(
    'select 1 from quiz_quizzes where course_id = :courseId and audience = coalesce(:audience, audience) limit 1',
  );

  /** A page of the quizzes of a course, the oldest first. */
  list(seen: Seen, place: InputOf<typeof keysetPaging>, call?: ReadCall): Promise<Page<Quiz>> {
    return this.rows.page(visible(seen), place, call);
  }

  /** @throws failures.quizNotFound */
  get(id: string, seen: Seen, call?: ReadCall): Promise<Quiz> {
    return this.rows.get({ ...visible(seen), id }, call);
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

function visible({ courseId, manages }: Seen): { courseId: string; published?: true } {
  return manages ? { courseId } : { courseId, published: true };
}
