import { defineFailures } from 'lectern';

export const failures = defineFailures({
  // Not 401, because the access token is a parameter of the request and not its credential.
  wrongAccount: [9, 422, 'The access token or the openid is wrong; get both from the provider again.'],
  alreadyBound: [14, 409, 'The account is bound to a user already; sign in with it instead.'],
  secondAccount: [14, 409, 'Another account of this provider is bound to you; unbind it first.'],
  notBound: [10, 404, 'No account of this provider is bound to you.'],
  lastLogin: [14, 409, 'This account is your only way to sign in. Set a password or bind another account first.'],
});
