export { itemBankExercise } from './shapes/item_bank_exercise.ts';
