/** Which module or member of which exercise. */
export interface PartOfExercise {
  readonly exerciseId: string;
  readonly id: string;
}
