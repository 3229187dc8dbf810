import { defineFailures } from 'lectern';

export const failures = defineFailures({
  exerciseNotFound: [10, 404, 'There is no such item bank exercise.'],
  memberNotFound: [10, 404, 'The item bank exercise has no such member.'],
  moduleNotFound: [10, 404, 'The item bank exercise has no such module.'],
  wrongStatus: [14, 409, 'An exercise cannot go from the status it has to that one.'],
  exerciseInUse: [14, 409, 'The exercise is no draft and has members; remove them first.'],
  alreadyMember: [14, 409, 'The user is a member of the exercise already.'],
});
