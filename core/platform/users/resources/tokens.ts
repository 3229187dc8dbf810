import { fails, input, resource, returns, summary, use, type Call } from 'lectern';
import { failures } from '../failures.ts';
import { accountOf } from '../services/credentials/sessions.ts';
import { done, tokenResult } from '../shapes/login.ts';

/** Access tokens (specification, sections 4 and 5). */
@resource('/tokens', {
  item: 'any',
  parameters: { any: input.text({ description: 'Any text, such as `current`: the token of the request is revoked.' }) },
})
export default class Tokens {
  protected readonly sessions = use('sessions');

  @summary(
    'Create an access token. For a caller with another credential, such as Basic authentication; the token is ' +
      'sent as `X-Auth-Token`.',
  )
  @fails(failures.needsAccount)
  @returns(tokenResult, 'public')
  async add({ user }: Call) {
    return { token: await this.sessions.begin(accountOf(user), user.credentialsVersion), user: user.nickname };
  }

  @summary('Sign out. Revokes the access token or JWT of the request.')
  @returns(done, 'public')
  async remove({ user }: Call<{ any: string }>) {
    await this.sessions.end(user);
    return { success: true };
  }
}
