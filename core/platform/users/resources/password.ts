import { accepts, fails, input, resource, returns, standardFailures, use, summary, type Call } from 'lectern';
import { failures } from '../failures.ts';
import { newPassword } from '../inputs.ts';
import { accountOf } from '../services/credentials/sessions.ts';
import { done } from '../shapes/login.ts';

const change = {
  password: input.text({ description: 'Current password; required, though the request has a credential.' }),
  newPassword,
};

@resource('/me/password', { singleton: true })
export default class Password {
  protected readonly accounts = use('accounts');

  @summary('Change your password. All of your tokens and JWTs are revoked.')
  @accepts(change)
  @fails(failures.wrongPassword, failures.accountChanged, failures.needsAccount, failures.userNotFound)
  @fails(standardFailures.tooManyRequests)
  @returns(done, 'public')
  async update({ user, request, input: { password, newPassword: wanted } }: Call<object, typeof change>) {
    await this.accounts.changePassword({ id: accountOf(user), password, address: request.address }, wanted);
    return { success: true };
  }
}
