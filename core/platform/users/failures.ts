import { defineFailures } from 'lectern';

export const failures = defineFailures({
  userNotFound: [10, 404, 'There is no such user.'],
  // Not 401, because the password is a parameter of the request and not a credential.
  wrongPassword: [9, 422, 'The current password is wrong.'],
  noSuchToken: [10, 404, 'There is no such token.'],
  nicknameTaken: [9, 422, 'The nickname is taken; choose another one.'],
  emailTaken: [9, 422, 'The e-mail address belongs to an account already; use another one.'],
  mobileTaken: [
    9,
    422,
    'The mobile number belongs to an account already; use another one, or sign in to that account.',
  ],
  accountChanged: [
    14,
    409,
    'The password, e-mail address or mobile number of the account was changed meanwhile; sign in and send the request again.',
  ],
  nameTaken: [14, 409, 'Another account has this nickname, e-mail address or mobile number; use another one.'],
  lastAdministrator: [
    14,
    409,
    'This is the last super administrator or the last manager of users. Give its roles to another account first.',
  ],
  departmentsClosed: [13, 403, 'Only managers of users and planners of training projects can read departments.'],
  departmentNotFound: [10, 404, 'There is no such department.'],
  departmentInUse: [14, 409, 'The department has users or departments below it; move them first.'],
  needsAccount: [
    13,
    403,
    'The request requires the account of a user, which this application does not have; sign in as a user.',
  ],
  accountOfApplication: [
    14,
    409,
    'This is the service account of an application; change the application instead, at /applications/{id}.',
  ],
  accountCancelled: [14, 409, 'The account is cancelled, so it cannot be changed or used.'],
  accountOfPerson: [14, 409, 'This is the account of a person, not of an application; change it at /users/{id}.'],
  notYourself: [
    13,
    403,
    'You cannot lock yourself out, or change your own roles or password here; use PATCH /me/password, or ask another manager.',
  ],
  accountHoldsMore: [
    13,
    403,
    'The account has permissions that you do not have; ask a manager with these permissions to change it.',
  ],
  roleHoldsMore: [
    13,
    403,
    'The role has permissions that you do not have; ask a manager with these permissions to assign it.',
  ],
});
