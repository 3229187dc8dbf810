import { accepts, fails, input, resource, returns, standardFailures, use, summary, type Call } from 'lectern';
import { failures } from '../failures.ts';
import { accountOf } from '../services/credentials/sessions.ts';
import { done } from '../shapes/login.ts';

const change = {
  password: input.text({ description: 'Current password for the login.' }),
  payPassword: input.text({
    maxLength: 500,
    description: 'New payment password of 6 to 64 characters, encrypted with XXTEA, in base64.',
  }),
};

@resource('/me/pay_password', { singleton: true })
export default class PayPassword {
  protected readonly accounts = use('accounts');

  @summary('Set or change your payment password')
  @accepts(change)
  @fails(failures.wrongPassword, failures.needsAccount, standardFailures.tooManyRequests)
  @returns(done, 'public')
  async update({ user, request, input: { password, payPassword } }: Call<object, typeof change>) {
    await this.accounts.changePayPassword({ id: accountOf(user), password, address: request.address }, payPassword);
    return { success: true };
  }
}
