import { defineFailures } from 'lectern';

/** Failures of users and authentication. */
export const failures = defineFailures({
  userNotFound: [10, 404, 'There is no such user.'],
  // Not 401, which is reserved for credentials: this password is a parameter.
  wrongPassword: [9, 422, 'The current password is wrong.'],
  needsAccount: [13, 403, 'This needs the account of a person; a service has none.'],
  notYourself: [13, 403, 'You cannot lock yourself out or change your own roles.'],
  accountHoldsMore: [13, 403, 'This account holds permissions that you do not hold; you cannot change it.'],
  roleHoldsMore: [13, 403, 'You cannot give a role that carries permissions that you do not hold.'],
});
