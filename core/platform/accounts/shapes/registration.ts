import { field, nested, shape } from 'lectern';
import { user } from '../../users/index.ts';

/** Result of a registration, and of the link in its mail (specification, section 2, Registration). */
export const registration = shape('Registration').mode('public', {
  id: field.intString('Id of the account.'),
  verification: field.oneOf(
    ['none', 'email'],
    'Remaining step before the account can be used: `email` means opening the link in the mail.',
  ),
  token: field.nullable(field.secret('Access token, to be sent as X-Auth-Token; null while a step remains.')),
  user: field.nullable(nested(user, 'authenticated', 'The new user; null while a step remains.')),
});
