import { accepts, fails, input, resource, returns, standardFailures, use, summary, type Call } from 'lectern';
import { changerOf, done, userFailures } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { mobile, smsCode } from '../inputs.ts';

const change = {
  mobile,
  ...smsCode,
  password: input.optional(input.text({ description: 'Current password; needed where the account has one.' })),
};

const { accountChanged, mobileTaken, needsAccount, userNotFound, wrongPassword } = userFailures;

@resource('/me/mobile', { singleton: true })
export default class MyMobile {
  protected readonly contacts = use('contacts');

  @summary('Change your mobile number. The new number needs a code of type `sms_bind`, from `POST /sms_center`.')
  @accepts(change)
  @fails(failures.wrongCode, wrongPassword, accountChanged, mobileTaken, needsAccount, userNotFound)
  @fails(standardFailures.tooManyRequests)
  @returns(done, 'public')
  async update(call: Call<object, typeof change>) {
    const { password, ...sent } = call.input;
    await this.contacts.changeMobile(changerOf(call, password), sent);
    return { success: true };
  }
}
