import { field, nested, shape } from 'lectern';
import { user } from './user.ts';

/** Result of a login (specification, section 2, Login result). */
export const loginResult = shape('LoginResult').mode('public', {
  token: field.secret('Access token, to be sent in the header X-Auth-Token.'),
  user: nested(user, 'authenticated', 'The user whom the token identifies.'),
});

/** Result of POST /tokens (specification, section 2, Token result). */
export const tokenResult = shape('TokenResult').mode('public', {
  token: field.secret('Access token, to be sent in the header X-Auth-Token.'),
  user: field.text('Nickname of the user whom the token identifies.'),
});

export const jwtResult = shape('JwtResult').mode('public', {
  jwt: field.secret('JSON Web Token, to be sent as Authorization: Bearer.'),
});

export const loginCheck = shape('LoginCheck').mode('public', {
  isLogin: field.bool('Whether the request has a valid credential.'),
});

export const userMatch = shape('UserMatch').mode('public', {
  data: field.list(nested(user, 'simple', 'A user.'), 'Matching users, at most 20; an empty list for none.'),
});

/** An access token of the current user, without the token itself. */
export const ownToken = shape('OwnToken').mode('public', {
  id: field.intString('Id, for DELETE /me/tokens/{id}.'),
  createdTime: field.datetime('Time of the sign-in or of the request that created the token.'),
  expiresTime: field.datetime('Time when the token ends, unless it is revoked before.'),
  usedTime: field.nullable(field.datetime('Time of the last use, exact to ten minutes; null if it was never used.')),
  usedFrom: field.text('Address of that use without its last part, such as `192.0.2.*`; "" when it was never used.'),
  current: field.bool('Whether this request was sent with the token.'),
});

export { done } from '../../../infrastructure/database/index.ts';
