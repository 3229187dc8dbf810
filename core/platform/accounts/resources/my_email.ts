import { accepts, fails, input, resource, returns, standardFailures, use, summary, type Call } from 'lectern';
import { changerOf, done, userFailures } from '../../users/index.ts';
import { email } from '../inputs.ts';

const change = {
  email,
  password: input.optional(input.text({ description: 'Current password; needed where the account has one.' })),
};

const { tooManyRequests, unavailable } = standardFailures;
const { accountChanged, needsAccount, userNotFound, wrongPassword } = userFailures;

@resource('/me/email', { singleton: true })
export default class MyEmail {
  protected readonly contacts = use('contacts');

  @summary(
    'Change your e-mail address. A link is sent to the new address; the account gets the address when the ' +
      'link is opened.',
  )
  @accepts(change)
  @fails(wrongPassword, accountChanged, needsAccount, userNotFound, tooManyRequests, unavailable)
  @returns(done, 'public')
  async update(call: Call<object, typeof change>) {
    await this.contacts.changeEmail(changerOf(call, call.input.password), call.input.email);
    return { success: true };
  }
}
