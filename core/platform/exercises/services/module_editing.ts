import { use } from 'lectern';
import { columnsOf, insertRow, revise, type RevisionTarget } from '../../../infrastructure/database/index.ts';
import { noExercise, noModule } from '../failures.ts';
import type { ModuleChange, NewModule } from '../inputs.ts';
import type { PartOfExercise } from './exercises.ts';

/** Ids of a module to change, and the revision that the client has read. */
export type ModuleTarget = PartOfExercise & RevisionTarget;

const table = 'item_bank_exercise_modules';

/** Adds, changes and removes modules of exercises, for managers. */
export class ModuleEditing {
  readonly #database = use('database');

  /** Adds a module. @returns id of the module @throws failures.exerciseNotFound */
  async add(exerciseId: string, input: NewModule): Promise<string> {
    return this.#database.transaction(async () => {
      await this.#lockExercise(exerciseId);
      return insertRow(this.#database, table, { ...columnsOf(input), exercise_id: exerciseId });
    });
  }

  /**
   * Changes the given fields; omitted fields keep their values.
   * @throws failures.exerciseNotFound, failures.moduleNotFound
   * @throws standardFailures.preconditionFailed when the client has seen another revision
   */
  async update(target: ModuleTarget, input: ModuleChange): Promise<void> {
    await this.#database.transaction(() => this.#revise(target, columnsOf(input)));
  }

  /**
   * @throws failures.exerciseNotFound, failures.moduleNotFound
   * @throws standardFailures.preconditionFailed when the client has seen another revision
   */
  async remove(target: ModuleTarget): Promise<void> {
    await this.#database.transaction(async () => {
      // An empty change: checks the revision that the client has read.
      await this.#revise(target, {});
      await this.#database.table(table).where('id', target.id).delete();
    });
  }

  async #revise({ exerciseId, id, seen }: ModuleTarget, change: object): Promise<void> {
    await this.#lockExercise(exerciseId);
    const found = await this.#database.table(table).where({ exercise_id: exerciseId, id }).first('id');
    if (!found) throw noModule(exerciseId, id);
    await revise(this.#database, { table, id, seen, change });
  }

  /** Locks the exercise row, so that changes of its modules run one after another. */
  async #lockExercise(id: string): Promise<void> {
    const found = await this.#database.table('item_bank_exercises').where({ id }).forUpdate().first('id');
    if (!found) throw noExercise(id);
  }
}
