import { use } from 'lectern';
import type { RevisionTarget } from '../../database/index.ts';
import { expiryColumns, forever, GoodsRows, priceColumns, recommendationColumns } from '../../goods/index.ts';
import type { EditedGoods, Expiry, GoodsRow } from '../../goods/index.ts';
import { failures, noExercise } from '../failures.ts';
import { exerciseChange, type ExerciseChange, type NewExercise } from '../inputs.ts';

interface Row extends GoodsRow, Expiry {
  readonly is_free: boolean;
  readonly recommended: boolean;
}

const exercises: EditedGoods<ExerciseChange, Row> = {
  table: 'item_bank_exercises',
  name: 'An exercise',
  grams: 'title_grams',
  input: exerciseChange,
  unsaid: { ...forever, status: 'draft', is_free: false, recommended: false },
  rules: (input, before, now) => ({
    ...recommendationColumns(input, before.recommended, now),
    ...priceColumns(input, before.is_free),
    ...expiryColumns(input, before),
  }),
  notFound: noExercise,
  wrongStatus: failures.wrongStatus,
};

/** Creates, changes and removes exercises, for managers. */
export class ExerciseEditing {
  readonly #database = use('database');
  readonly #rows: GoodsRows<ExerciseChange, Row> = new GoodsRows(exercises);

  /**
   * Creates an exercise, a draft by default.
   * @returns id of the exercise
   * @throws standardFailures.invalidParameter for conflicting values
   */
  async add(input: NewExercise): Promise<string> {
    return this.#rows.add(input);
  }

  /**
   * Changes the given fields; omitted fields keep their values.
   * @throws failures.exerciseNotFound, failures.wrongStatus
   * @throws standardFailures.invalidParameter for conflicting values
   * @throws standardFailures.preconditionFailed when the client has seen another revision
   */
  async update({ id, seen }: RevisionTarget, input: ExerciseChange): Promise<void> {
    await this.#database.transaction(async () => this.#rows.revise(await this.#rows.lock(id), seen, input));
  }

  /**
   * Removes a draft with its members, or an exercise without members.
   * @throws failures.exerciseNotFound, failures.exerciseInUse
   * @throws standardFailures.preconditionFailed when the client has seen another revision
   */
  async remove({ id, seen }: RevisionTarget): Promise<void> {
    await this.#database.transaction(async () => {
      const exercise = await this.#rows.lock(id);
      await this.#rows.mustBeSeen(exercise, seen);
      if (exercise.status !== 'draft' && (await this.#hasMembers(id))) {
        const message = `Exercise ${id} is ${exercise.status} and has members; remove them first.`;
        throw failures.exerciseInUse({ message });
      }
      await this.#rows.remove(exercise);
    });
  }

  async #hasMembers(id: string): Promise<boolean> {
    const member = await this.#database.table('item_bank_exercise_members').where('exercise_id', id).first('id');
    return member !== undefined;
  }
}
