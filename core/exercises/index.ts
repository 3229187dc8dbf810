// What other modules may know of question-bank exercises.
export { itemBankExercise } from './shapes/item_bank_exercise.ts';
export { itemBankExerciseMember } from './shapes/item_bank_exercise_member.ts';
export { itemBankExerciseModule } from './shapes/item_bank_exercise_module.ts';
export type { Exercise, ExerciseMember, ExerciseModule, Exercises } from './services/exercises.ts';
