import { field, nested, shape } from 'lectern';
import { user } from '../../users/index.ts';

/** Result of a registration, and of the link in its mail (specification, section 2, Registration). */
export const registration = shape('Registration').mode('public', {
  id: field.intString('Id of the account.'),
  verification: field.oneOf(
    ['none', 'email'],
    'What is outstanding before the account can be used: `email`, its link.',
  ),
  token: field.nullable(field.secret('Access token, to be sent as X-Auth-Token; null while something is outstanding.')),
  user: field.nullable(nested(user, 'authenticated', 'The new user; null while something is outstanding.')),
});
