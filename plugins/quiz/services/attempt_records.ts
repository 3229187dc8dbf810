import { use, type InputOf, type Page, type SourceOfShape } from 'lectern';
import { keysetPaging, ListOrder, Pages, type ReadCall, type Statement } from 'lectern/core';
import { failures } from '../failures.ts';
import type { attempt } from '../shapes/attempt.ts';
import { Questions, type Question } from './questions.ts';
import type { Answers } from './scoring.ts';

/** An attempt in lists. */
export type Attempt = SourceOfShape<typeof attempt, 'simple'>;
/** An attempt with its questions. */
export type FullAttempt = SourceOfShape<typeof attempt, 'full'> & { readonly id: string };

/** Attempts at a quiz: those of `userId`, or all without it. */
interface Seen {
  readonly quizId: string;
  readonly userId: string | undefined;
}

type Row = Attempt & { readonly id: string; readonly answers: Answers };

const columns = `id, quiz_id as "quizId", user_id as "userId", number, state, answers, score, max_score as "maxScore",
  passed, started_at as "startedTime", closes_at as "closesTime", submitted_at as "submittedTime"`;
const seen = 'quiz_id = :quizId and user_id = coalesce(:userId, user_id)';
const newestFirst = new ListOrder('quiz_attempts', [{ column: 'id', type: 'integer', descending: true }]);

export class AttemptRecords {
  readonly #questions = use(Questions);
  readonly #database = use('database');
  readonly #pages = new Pages(this.#database, 'quiz_attempts');
  readonly #one: Statement<Row, { id: string; quizId: string; userId: string | null }> = this.#database.statement(
    `select ${columns} from quiz_attempts where ${seen} and id = :id`,
  );

  /** A page of attempts, the newest first. */
  list({ quizId, userId }: Seen, place: InputOf<typeof keysetPaging>, call?: ReadCall): Promise<Page<Attempt>> {
    const conditions = { 'quiz_id = ?': quizId, 'user_id = ?': userId };
    return this.#pages.list(
      { order: newestFirst, columns, conditions, place, forOperators: userId === undefined },
      call,
    );
  }

  /** @throws failures.attemptNotFound */
  async get(id: string, { quizId, userId }: Seen, call?: ReadCall): Promise<FullAttempt> {
    const row = await this.#one.first({ id, quizId, userId: userId ?? null }, call);
    if (!row) throw failures.attemptNotFound();
    return shown(row, await this.#questions.of(quizId, call));
  }
}

/** Adds the questions to an attempt, with the chosen options. Right answers are left out. */
function shown({ answers, ...row }: Row, questions: readonly Question[]): FullAttempt {
  const isOpen = row.state === 'open';
  const asked = questions.map(({ answer, ...question }) => {
    const chosen = answers[question.id] ?? null;
    return { ...question, chosen, correct: isOpen ? null : chosen === answer };
  });
  return { ...row, questions: asked };
}
