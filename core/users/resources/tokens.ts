import { fails, input, resource, returns, summary, use } from 'lectern';
import type { Call } from 'lectern';
import { failures } from '../failures.ts';
import { accountOf, type Sessions } from '../services/sessions.ts';
import { done, tokenResult } from '../shapes/login.ts';

/** Access tokens (specification, sections 4 and 5). */
@resource('/tokens', {
  item: 'any',
  parameters: { any: input.text({ description: 'Any text, such as `current`: the token of the request is revoked.' }) },
})
export default class Tokens {
  constructor(@use('sessions') protected readonly sessions: Sessions) {}

  /** Creates an access token for a caller with another credential, such as a JWT. @throws failures.needsAccount */
  @fails(failures.needsAccount)
  @returns(tokenResult, 'public')
  async add({ user }: Call) {
    return { token: await this.sessions.begin(accountOf(user), user.credentialsVersion), user: user.nickname };
  }

  /** Revokes the access token or JWT of the request; ignores the path parameter. */
  @summary('Sign out.')
  @returns(done, 'public')
  async remove({ user }: Call<{ any: string }>) {
    await this.sessions.end(user);
    return { success: true };
  }
}
