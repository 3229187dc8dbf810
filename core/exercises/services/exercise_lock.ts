import type { Database } from '../../database/index.ts';
import { failures } from '../failures.ts';
import type { Expiry } from './exercise_expiry.ts';
import type { ExerciseStatus } from './exercise_status.ts';

interface Row extends Expiry {
  readonly id: string;
  readonly status: ExerciseStatus;
  readonly is_free: boolean;
  readonly recommended: boolean;
}

/** The row of an exercise, which nobody else changes until the transaction ends. @throws failures.exerciseNotFound */
export async function lockExercise(database: Database, id: string): Promise<Row> {
  const row = await database.table<Row>('item_bank_exercises').where('id', id).forUpdate().first();
  if (row) return row;
  throw failures.exerciseNotFound({ message: `There is no item bank exercise ${id}.` });
}
