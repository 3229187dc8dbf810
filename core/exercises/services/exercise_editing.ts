import type { Picture, Services } from 'lectern';
import { gramsOf, insertRow, revise, type Database, type Target } from '../../database/index.ts';
import { failures } from '../failures.ts';
import { expiryColumns, forever, type ExpiryDraft } from './exercise_expiry.ts';
import { lockExercise } from './exercise_lock.ts';
import { priceColumns, type PriceDraft } from './exercise_price.ts';
import { mayBecome, type ExerciseStatus } from './exercise_status.ts';

/** What an editor says of an exercise. */
export interface ExerciseDraft extends PriceDraft, ExpiryDraft {
  readonly title?: string;
  readonly cover?: Picture;
  readonly seq?: number;
  readonly status?: ExerciseStatus;
  readonly chapterEnable?: boolean;
  readonly assessmentEnable?: boolean;
  readonly questionBankId?: string;
  readonly joinEnable?: boolean;
  readonly recommended?: boolean;
  readonly recommendedSeq?: number;
}

const table = 'item_bank_exercises';
const unsaid = { ...forever, is_free: false, recommended: false };

const columns = {
  title: 'title',
  cover: 'cover',
  seq: 'seq',
  status: 'status',
  chapterEnable: 'chapter_enable',
  assessmentEnable: 'assessment_enable',
  questionBankId: 'question_bank_id',
  joinEnable: 'join_enable',
  recommended: 'recommended',
  recommendedSeq: 'recommended_seq',
} as const;

/** Changes of exercises, for those who manage them. */
export class ExerciseEditing {
  readonly #database: Database;
  readonly #clock: Services['clock'];

  constructor({ database, clock }: Pick<Services, 'database' | 'clock'>) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Makes an exercise, a draft unless it says otherwise. @returns its id @throws invalidParameter */
  async add(draft: ExerciseDraft & { title: string; questionBankId: string }): Promise<string> {
    const change = this.#columnsOf(draft, unsaid);
    return insertRow(this.#database, table, { ...change, created_at: change.updated_at });
  }

  /** Changes what is given. @throws failures.exerciseNotFound, failures.wrongStatus, invalidParameter, preconditionFailed */
  async update({ id, seen }: Target, draft: ExerciseDraft): Promise<void> {
    await this.#database.transaction(async () => {
      const before = await lockExercise(this.#database, id);
      if (draft.status && !mayBecome(before.status, draft.status)) {
        throw failures.wrongStatus({ message: `An exercise that is ${before.status} cannot become ${draft.status}.` });
      }
      await revise(this.#database, { table, id, seen, change: this.#columnsOf(draft, before) });
    });
  }

  /** Removes a draft, or an exercise without members. @throws failures.exerciseNotFound, failures.exerciseInUse, preconditionFailed */
  async remove({ id, seen }: Target): Promise<void> {
    await this.#database.transaction(async () => {
      const { status } = await lockExercise(this.#database, id);
      // Makes sure of what the client has seen.
      await revise(this.#database, { table, id, seen, change: {} });
      if (status !== 'draft' && (await this.#hasMembers(id))) {
        throw failures.exerciseInUse({ message: `Exercise ${id} is ${status} and has members; remove them first.` });
      }
      await this.#database.table(table).where({ id }).delete();
    });
  }

  async #hasMembers(id: string): Promise<boolean> {
    const member = await this.#database.table('item_bank_exercise_members').where('exercise_id', id).first('id');
    return member !== undefined;
  }

  #columnsOf(draft: ExerciseDraft, before: typeof unsaid) {
    const now = this.#clock.now();
    const { title, recommended = before.recommended } = draft;
    const said = Object.entries(columns).map(([name, column]) => [column, draft[name as keyof typeof columns]]);
    return {
      ...(Object.fromEntries(said.filter(([, value]) => value !== undefined)) as object),
      ...(title !== undefined && { title_grams: gramsOf(title) }),
      ...(recommended !== before.recommended && { recommended_at: recommended ? now : null }),
      ...priceColumns(draft, before.is_free),
      ...expiryColumns(draft, before),
      updated_at: now,
    };
  }
}
