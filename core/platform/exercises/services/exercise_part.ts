/** Ids of an exercise and of its module or member. */
export interface PartOfExercise {
  readonly exerciseId: string;
  readonly id: string;
}
