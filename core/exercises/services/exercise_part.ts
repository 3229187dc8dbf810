/** Key of a module or member of an exercise. */
export interface PartOfExercise {
  readonly exerciseId: string;
  readonly id: string;
}
