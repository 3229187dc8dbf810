import { defineFailures } from 'lectern';

export const failures = defineFailures({
  levelNotFound: [10, 404, 'There is no such membership level.'],
  levelInUse: [14, 409, 'The level has members or goods; disable it instead.'],
  notYours: [13, 403, 'A membership is shown to nobody but its owner.'],
});
