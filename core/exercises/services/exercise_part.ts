import type { Failure } from 'lectern';
import { failures } from '../failures.ts';

/** Which module or member of which exercise. */
export interface PartOfExercise {
  readonly exerciseId: string;
  readonly id: string;
}

/** Says that a module is not there, or belongs to another exercise. */
export function noModule({ exerciseId, id }: PartOfExercise): Failure {
  return failures.moduleNotFound({ message: `Item bank exercise ${exerciseId} has no module ${id}.` });
}

/** Says that a member is not there, or belongs to another exercise. */
export function noMember({ exerciseId, id }: PartOfExercise): Failure {
  return failures.memberNotFound({ message: `Item bank exercise ${exerciseId} has no member ${id}.` });
}
