import { accepts, fails, input, pageOf, resource, returns, use, summary, type Call } from 'lectern';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { failures } from '../failures.ts';
import { accountOf } from '../services/credentials/sessions.ts';
import { done, ownToken } from '../shapes/login.ts';

/** Access tokens of the current user, to see and end sessions on other devices. */
@resource('/me/tokens', { parameters: { id: input.id({ description: 'Id of the token, from `GET /me/tokens`.' }) } })
export default class MyTokens {
  protected readonly tokens = use('ownTokens');

  @summary('List your valid access tokens, newest first')
  @accepts(keysetPaging)
  @fails(failures.needsAccount)
  @returns(pageOf(ownToken), 'public')
  search({ user, input: place }: Call<object, typeof keysetPaging>) {
    accountOf(user);
    return this.tokens.list(user, place);
  }

  @summary('Revoke one of your access tokens')
  @fails(failures.noSuchToken, failures.needsAccount)
  @returns(done, 'public')
  async remove({ user, params }: Call<{ id: string }>) {
    await this.tokens.remove(accountOf(user), params.id);
    return { success: true };
  }
}
