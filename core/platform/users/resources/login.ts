import { accepts, fails, input, open, resource, returns, standardFailures, use, summary, type OpenCall } from 'lectern';
import { loginResult } from '../shapes/login.ts';

const credentials = {
  username: input.text({ description: 'Nickname, e-mail address or mobile number.' }),
  password: input.text({ description: 'Password of that user; too many wrong ones are answered with 429.' }),
};

/** Login by name and password (specification, section 4, Users and authentication). */
@resource('/user/login')
export default class Login {
  protected readonly logins = use('logins');
  protected readonly sessions = use('sessions');
  protected readonly users = use('users');

  @summary('Sign in with login name and password. The answer has a token for the header `X-Auth-Token`.')
  @open
  @accepts(credentials)
  @fails(standardFailures.invalidCredential, standardFailures.banned, standardFailures.tooManyRequests)
  @returns(loginResult, 'public')
  async add({ input: { username, password }, request }: OpenCall<object, typeof credentials>) {
    const { id, credentialsVersion } = await this.logins.identify({
      name: username,
      password,
      address: request.address,
    });
    return { token: await this.sessions.begin(id, credentialsVersion), user: await this.users.profile(id) };
  }
}
