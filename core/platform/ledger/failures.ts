import { defineFailures } from 'lectern';

export const failures = defineFailures({
  // POST /orders answers 500 (specification, section 7); the other endpoints declare their own status.
  insufficientBalance: [2001, 500, 'The balance of the account is too low for this amount; use a lower amount.'],
});
