import { accepts, fails, input, resource, returns, standardFailures, use, summary } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { accountOf, done, userFailures } from '../../users/index.ts';
import { email } from '../inputs.ts';
import type { Contacts } from '../services/contacts.ts';

const change = {
  email,
  password: input.optional(input.text({ description: 'Current password; needed where the account has one.' })),
};

const { tooManyRequests, unavailable } = standardFailures;

@resource('/me/email', { singleton: true })
export default class MyEmail {
  constructor(@use('contacts') protected readonly contacts: Contacts) {}

  @summary(
    'Change your e-mail address. A link is sent to the new address; the account gets the address when the ' +
      'link is opened.',
  )
  @accepts(change)
  @fails(userFailures.wrongPassword, userFailures.needsAccount, tooManyRequests, unavailable)
  @returns(done, 'public')
  async update({ user, request, input: sent }: Call<object, InputOf<typeof change>>) {
    const by = { id: accountOf(user), password: sent.password, address: request.address };
    await this.contacts.changeEmail(by, sent.email);
    return { success: true };
  }
}
