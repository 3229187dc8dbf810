import { field, shape } from 'lectern';

export const moduleTypes = ['chapter', 'assessment'] as const;

/** A part of an exercise (specification, section 2, Module). */
export const itemBankExerciseModule = shape('ItemBankExerciseModule').mode('public', {
  id: field.intString('Id.'),
  seq: field.intString('Position in the exercise, lowest first.'),
  exerciseId: field.intString('Id of the exercise.'),
  answerSceneId: field.intString('Id of the answer session in the system of the question bank; 0 for none.'),
  title: field.text('Title, as plain text.'),
  type: field.oneOf(moduleTypes, 'Kind of practice: chapters or assessments.'),
});
