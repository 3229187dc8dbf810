import { accepts, fails, open, resource, returns, standardFailures, summary, use } from 'lectern';
import type { InputOf, OpenCall } from 'lectern';
import { done } from '../../users/index.ts';
import { email } from '../inputs.ts';
import type { PasswordResets } from '../services/password_resets.ts';

const target = { email };

/** Links for a new password (specification, section 4, Accounts). */
@resource('/password_reset_links')
export default class PasswordResetLinks {
  constructor(@use('passwordResets') protected readonly resets: PasswordResets) {}

  @summary('Send a link for a new password by e-mail. The answer does not reveal whether the address has an account.')
  @open
  @accepts(target)
  @fails(standardFailures.tooManyRequests, standardFailures.unavailable)
  @returns(done, 'public')
  async add({ input, request: { address } }: OpenCall<object, InputOf<typeof target>>) {
    await this.resets.requestLink(input.email, address);
    return { success: true };
  }
}
