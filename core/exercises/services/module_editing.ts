import type { Services } from 'lectern';
import { insertRow, type Database } from '../../database/index.ts';
import { lockExercise } from './exercise_lock.ts';
import { noModule, type PartOfExercise } from './exercise_part.ts';
import type { ExerciseModule } from './exercises.ts';

/** What an editor says of a module. */
export interface ModuleDraft {
  readonly title?: string;
  readonly type?: ExerciseModule['type'];
  readonly seq?: number;
  readonly answerSceneId?: string;
}

const table = 'item_bank_exercise_modules';

/** Changes of the modules of exercises, for those who manage them. */
export class ModuleEditing {
  readonly #database: Database;

  constructor({ database }: Pick<Services, 'database'>) {
    this.#database = database;
  }

  /** Adds a module. @returns its id @throws failures.exerciseNotFound */
  async add(exerciseId: string, draft: ModuleDraft & { title: string }): Promise<string> {
    return this.#database.transaction(async () => {
      await lockExercise(this.#database, exerciseId);
      return insertRow(this.#database, table, { ...columnsOf(draft), exercise_id: exerciseId });
    });
  }

  /** Changes what is given. @throws failures.exerciseNotFound, failures.moduleNotFound */
  async update(part: PartOfExercise, draft: ModuleDraft): Promise<void> {
    await this.#database.transaction(async () => {
      await lockExercise(this.#database, part.exerciseId);
      // Named, because a change of nothing at all is no statement.
      const change = { ...columnsOf(draft), exercise_id: part.exerciseId };
      if ((await this.#one(part).update(change)) === 0) throw noModule(part);
    });
  }

  /** Removes a module. @throws failures.exerciseNotFound, failures.moduleNotFound */
  async remove(part: PartOfExercise): Promise<void> {
    await this.#database.transaction(async () => {
      await lockExercise(this.#database, part.exerciseId);
      if ((await this.#one(part).delete()) === 0) throw noModule(part);
    });
  }

  #one({ exerciseId, id }: PartOfExercise) {
    return this.#database.table(table).where({ exercise_id: exerciseId, id });
  }
}

function columnsOf({ answerSceneId, ...same }: ModuleDraft): object {
  return { ...same, ...(answerSceneId !== undefined && { answer_scene_id: answerSceneId }) };
}
