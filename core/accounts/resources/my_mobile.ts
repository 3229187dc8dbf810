import { accepts, fails, input, resource, returns, standardFailures, use, summary } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { accountOf, done, userFailures } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { mobile, smsCode } from '../inputs.ts';
import type { Contacts } from '../services/contacts.ts';

const change = {
  mobile,
  ...smsCode,
  password: input.optional(input.text({ description: 'Current password; needed where the account has one.' })),
};

const { mobileTaken, needsAccount, userNotFound, wrongPassword } = userFailures;

@resource('/me/mobile', { singleton: true })
export default class MyMobile {
  constructor(@use('contacts') protected readonly contacts: Contacts) {}

  @summary('Change your mobile number. The new number needs a code of type `sms_bind`, from `POST /sms_center`.')
  @accepts(change)
  @fails(failures.wrongCode, wrongPassword, mobileTaken, needsAccount, userNotFound, standardFailures.tooManyRequests)
  @returns(done, 'public')
  async update({ user, request, input: { password, ...sent } }: Call<object, InputOf<typeof change>>) {
    await this.contacts.changeMobile({ id: accountOf(user), password, address: request.address }, sent);
    return { success: true };
  }
}
