import { accepts, fails, open, resource, returns, standardFailures, summary, use, type OpenCall } from 'lectern';
import { userFailures } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { linkToken } from '../inputs.ts';
import { registration } from '../shapes/registration.ts';

const opened = { token: linkToken };

/** Confirmation of e-mail addresses by the token of a link (specification, section 4, Accounts). */
@resource('/email_confirmations')
export default class EmailConfirmations {
  protected readonly confirmations = use('confirmations');
  protected readonly sessions = use('sessions');
  protected readonly users = use('users');

  @summary(
    'Confirm an e-mail address by the token of a link. The account gets the address. For the link of a ' +
      'registration, the answer also has an access token.',
  )
  @open
  @accepts(opened)
  @fails(failures.wrongLink, userFailures.emailTaken, userFailures.userNotFound, standardFailures.tooManyRequests)
  @returns(registration, 'public')
  async add({ input: { token }, request: { address } }: OpenCall<object, typeof opened>) {
    const { userId: id, isNew } = await this.confirmations.confirm(token, address);
    if (!isNew) return { id, verification: 'none', token: null, user: null } as const;
    const issued = await this.sessions.begin(id, undefined);
    return { id, verification: 'none', token: issued, user: await this.users.profile(id) } as const;
  }
}
