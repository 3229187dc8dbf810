import { accepts, fails, input, open, resource, returns, standardFailures, summary, use, type OpenCall } from 'lectern';
import { done } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { linkToken, mobile, newPassword, smsCode } from '../inputs.ts';

const reset = {
  token: input.optional(linkToken),
  mobile: input.optional(mobile),
  smsToken: input.optional(smsCode.smsToken),
  code: input.optional(smsCode.code),
  newPassword,
};

/** Replacement of forgotten passwords (specification, section 4, Accounts). */
@resource('/password_resets')
export default class PasswordResets {
  protected readonly resets = use('passwordResets');

  @summary(
    'Set a new password without the old one. By the token of a link, or by a code of type ' +
      '`sms_forget_password`; all tokens and JWTs of the account are revoked.',
  )
  @open
  @accepts(reset)
  @fails(failures.wrongLink, failures.wrongCode, standardFailures.tooManyRequests)
  @returns(done, 'public')
  async add({ input: given, request: { address } }: OpenCall<object, typeof reset>) {
    await this.resets.reset(given, address);
    return { success: true };
  }
}
