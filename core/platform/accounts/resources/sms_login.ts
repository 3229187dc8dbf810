import { accepts, fails, open, resource, returns, standardFailures, summary, use, type OpenCall } from 'lectern';
import { loginResult } from '../../users/index.ts';
import { mobile, smsCode } from '../inputs.ts';

const credentials = { mobile, ...smsCode };

/** Login by a code of type `sms_login` (specification, section 4, Accounts). */
@resource('/user/sms_login')
export default class SmsLogin {
  protected readonly logins = use('smsLogins');
  protected readonly sessions = use('sessions');
  protected readonly users = use('users');

  @summary('Sign in by SMS. The mobile number needs a code of type `sms_login`, from `POST /sms_center`.')
  @open
  @accepts(credentials)
  @fails(standardFailures.invalidCredential, standardFailures.banned, standardFailures.tooManyRequests)
  @returns(loginResult, 'public')
  async add({ input: login, request: { address } }: OpenCall<object, typeof credentials>) {
    const { id, credentialsVersion } = await this.logins.identify(login, address);
    return { token: await this.sessions.begin(id, credentialsVersion), user: await this.users.profile(id) };
  }
}
