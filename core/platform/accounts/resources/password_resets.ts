import { accepts, fails, open, resource, returns, standardFailures, summary, use, type OpenCall } from 'lectern';
import { done } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { passwordReset } from '../inputs.ts';

/** Replacement of forgotten passwords (specification, section 4, Accounts). */
@resource('/password_resets')
export default class PasswordResets {
  protected readonly resets = use('passwordResets');

  @summary(
    'Set a new password without the old one. By the token of a link, or by a code of type ' +
      '`sms_forget_password`; all tokens and JWTs of the account are revoked.',
  )
  @open
  @accepts(passwordReset)
  @fails(failures.wrongLink, failures.wrongCode, standardFailures.tooManyRequests)
  @returns(done, 'public')
  async add({ input: given, request: { address } }: OpenCall<object, typeof passwordReset>) {
    await this.resets.reset(given, address);
    return { success: true };
  }
}
