import { defineFailures } from 'lectern';

export const failures = defineFailures({
  // Specification, section 7: 500 on POST /orders; the other endpoints restate the status.
  insufficientBalance: [2001, 500, 'The balance of the account is too low.'],
});
