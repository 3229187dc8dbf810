import { use, type SourceOfShape } from 'lectern';
import { together, type ReadCall, type Statement } from '../../../infrastructure/database/index.ts';
import { GoodsReader, secondsOf, type Revised, type Visible } from '../../goods/index.ts';
import { noExercise, noModule } from '../failures.ts';
import { itemBankExercise } from '../shapes/item_bank_exercise.ts';
import type { itemBankExerciseModule } from '../shapes/item_bank_exercise_module.ts';

export type Exercise = SourceOfShape<typeof itemBankExercise, 'public'> & Revised;
export type ExerciseModule = SourceOfShape<typeof itemBankExerciseModule, 'public'> & Revised;

export const exerciseSorts = ['createdTime', 'updatedTime', 'price', 'rating', 'studentNum', 'recommendedSeq'] as const;

interface OfExercise {
  readonly exerciseId: string;
}

/** Ids of an exercise and of its module. */
export interface PartOfExercise extends OfExercise {
  readonly id: string;
}

interface Visibility {
  readonly status: Visible;
}

const other = {
  expiryDays: 'expiry_days::text',
  expiryStartDate: `${secondsOf('expiry_start_at')}::text`,
  expiryEndDate: `${secondsOf('expiry_end_at')}::text`,
};
const modulesOf = `select id, seq, exercise_id as "exerciseId", answer_scene_id as "answerSceneId", title, type, revision
  from item_bank_exercise_modules where exercise_id = :exerciseId`;

/**
 * Reads question-bank exercises and their modules.
 *
 * @example
 * const exercise = await exercises.get(id, { status: 'published' }, call);
 */
export class Exercises extends GoodsReader<Exercise, (typeof exerciseSorts)[number]> {
  readonly #modules: Statement<ExerciseModule, OfExercise>;
  readonly #module: Statement<ExerciseModule, PartOfExercise>;

  constructor() {
    const table = 'item_bank_exercises';
    // The sort columns are never null.
    super({ table, shape: itemBankExercise, other, grams: 'title_grams', nullsFirst: false, notFound: noExercise });
    const database = use('database');
    this.#modules = database.statement(`${modulesOf} order by seq, id`);
    this.#module = database.statement(`${modulesOf} and id = :id`);
  }

  /** Modules of an exercise, ordered by position. @throws failures.exerciseNotFound */
  async modules(exerciseId: string, visible: Visibility, call?: ReadCall): Promise<ExerciseModule[]> {
    const [, modules] = await together([
      this.mustExist(exerciseId, visible, call),
      this.#modules.all({ exerciseId }, call),
    ]);
    return modules;
  }

  /** @throws failures.exerciseNotFound, failures.moduleNotFound */
  async module({ exerciseId, id }: PartOfExercise, visible: Visibility, call?: ReadCall): Promise<ExerciseModule> {
    const [, found] = await together([
      this.mustExist(exerciseId, visible, call),
      this.#module.first({ exerciseId, id }, call),
    ]);
    if (found) return found;
    throw noModule(exerciseId, id);
  }
}
