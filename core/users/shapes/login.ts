import { field, nested, shape } from 'lectern';
import { user } from './user.ts';

/** Result of a login (specification, section 2, Login result). */
export const loginResult = shape('LoginResult').mode('public', {
  token: field.secret('Access token, to be sent as X-Auth-Token.'),
  user: nested(user, 'authenticated', 'The current user.'),
});

/** Result of POST /tokens (specification, section 2, Token result). */
export const tokenResult = shape('TokenResult').mode('public', {
  token: field.secret('Access token, to be sent as X-Auth-Token.'),
  user: field.text('Nickname of the user.'),
});

export const jwtResult = shape('JwtResult').mode('public', {
  jwt: field.secret('JSON Web Token, to be sent as Authorization: Bearer.'),
});

export const loginCheck = shape('LoginCheck').mode('public', {
  isLogin: field.bool('Whether the request has a valid credential.'),
});

export const userMatch = shape('UserMatch').mode('public', {
  data: field.list(nested(user, 'simple', 'A user.'), 'The users that match, at most 20.'),
});

/** Confirms an action. */
export const done = shape('Done').mode('public', { success: field.bool('Always true.') });
