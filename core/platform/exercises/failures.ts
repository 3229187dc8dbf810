import { defineFailures, type Failure } from 'lectern';

export const failures = defineFailures({
  exerciseNotFound: [10, 404, 'There is no such item bank exercise.'],
  memberNotFound: [10, 404, 'The item bank exercise has no such member.'],
  moduleNotFound: [10, 404, 'The item bank exercise has no such module.'],
  wrongStatus: [
    14,
    409,
    'A draft can only be published, a published exercise can only be closed, and a closed one only be published again.',
  ],
  exerciseInUse: [14, 409, 'The exercise is no draft and has members; remove the members first.'],
  alreadyMember: [14, 409, 'The user is a member of the exercise already; change the membership instead.'],
});

export function noExercise(id: string): Failure {
  return failures.exerciseNotFound({ message: `There is no item bank exercise ${id}.` });
}

/** Failure for a member that is missing, or belongs to another exercise. */
export function noMember(exerciseId: string, id: string): Failure {
  return failures.memberNotFound({ message: `Item bank exercise ${exerciseId} has no member ${id}.` });
}

/** Failure for a module that is missing, or belongs to another exercise. */
export function noModule(exerciseId: string, id: string): Failure {
  return failures.moduleNotFound({ message: `Item bank exercise ${exerciseId} has no module ${id}.` });
}
