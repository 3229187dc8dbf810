import { accepts, fails, input, resource, returns, use, summary, type Call } from 'lectern';
import { accountOf, done, user as userShape, userFailures } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { nickname } from '../inputs.ts';

const changes = {
  nickname: input.optional(nickname),
  title: input.optional(input.text({ minLength: 0, maxLength: 100, description: 'Title, such as a profession.' })),
  about: input.optional(
    input.text({ minLength: 0, maxLength: 2_000, description: 'Self-description, as plain text.' }),
  ),
};

const { needsAccount, nicknameTaken, lastAdministrator, userNotFound } = userFailures;

/** The account of the current user (specification, section 4, Accounts). */
@resource('/me', { singleton: true })
export default class Me {
  protected readonly users = use('users');
  protected readonly identities = use('identities');
  protected readonly contacts = use('contacts');

  @summary('Get your profile')
  @fails(needsAccount)
  @returns(userShape, 'authenticated')
  search({ user }: Call) {
    return this.users.profile(accountOf(user));
  }

  @summary('Change your profile. Only the given fields change.')
  @accepts(changes)
  @fails(nicknameTaken, needsAccount, userNotFound)
  @returns(userShape, 'authenticated')
  async update({ user, input: change }: Call<object, typeof changes>) {
    const id = accountOf(user);
    await this.identities.change(id, change);
    return this.users.profile(id);
  }

  @summary(
    'Cancel your account. Personal data is erased and all credentials are revoked; orders stay. The request ' +
      'needs the password, as Basic authentication.',
  )
  @fails(failures.passwordNeeded, lastAdministrator, needsAccount, userNotFound)
  @returns(done, 'public')
  async remove({ user }: Call) {
    await this.contacts.cancel(accountOf(user), user.hasProvedPassword === true);
    return { success: true };
  }
}
