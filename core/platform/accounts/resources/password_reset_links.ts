import { accepts, fails, open, resource, returns, standardFailures, summary, use, type OpenCall } from 'lectern';
import { done } from '../../users/index.ts';
import { email } from '../inputs.ts';

const target = { email };

/** Links for a new password (specification, section 4, Accounts). */
@resource('/password_reset_links')
export default class PasswordResetLinks {
  protected readonly resets = use('passwordResets');

  @summary('Send a link for a new password by e-mail. The answer does not reveal whether the address has an account.')
  @open
  @accepts(target)
  @fails(standardFailures.tooManyRequests, standardFailures.unavailable)
  @returns(done, 'public')
  async add({ input, request: { address } }: OpenCall<object, typeof target>) {
    await this.resets.requestLink(input.email, address);
    return { success: true };
  }
}
