import { standardFailures, use, type Authenticator, type Caller, type RequestView } from 'lectern';
import { RememberedCredentials } from '../../users/index.ts';
import { readCredential, wrongCredential } from '../credential.ts';

const UNBOUND =
  'This account is not bound to a user. Register with it by POST /users, or sign in another way and bind it by ' +
  'POST /me/third_party_accounts.';

/**
 * Authenticates callers by an account at a third party (specification, section 5). The provider confirms the owner of
 * the access token; the caller is the user that the account is bound to.
 */
export class SocialLogin implements Authenticator {
  readonly name = 'ThirdParty';
  readonly rank = 40;
  readonly challenge = 'ThirdParty realm="lectern"';
  readonly security = {
    type: 'apiKey',
    in: 'query',
    name: 'access_token',
    description:
      'Access token of an account at a third party. Requires two more parameters: `openid`, the id of the account at ' +
      'the provider, and `type`, the provider: `weixinweb`, `weixinmob`, `qq` or `weibo`.',
  };
  readonly parameters = ['openid', 'type'];
  readonly fails = [
    standardFailures.invalidCredential,
    standardFailures.banned,
    standardFailures.loginRequired,
    standardFailures.permissionDenied,
    standardFailures.tooManyRequests,
    standardFailures.unavailable,
  ];
  readonly #accountVerification = use('accountVerification');
  readonly #bindings = use('bindings');
  readonly #callers = use('callers');
  readonly #verified: RememberedCredentials<void> = new RememberedCredentials({
    seconds: use('social_loginConfig').rememberSeconds,
    clock: use('clock'),
  });

  /** Detects a credential by the query parameter `access_token`; `identify` reads and checks all three parameters. */
  find({ query }: RequestView): string | undefined {
    return 'access_token' in query ? 'access_token' : undefined;
  }

  /** @throws invalidCredential, permissionDenied, tooManyRequests, unavailable, loginRequired, banned */
  async identify(_found: string, { query, address }: RequestView): Promise<Caller> {
    const credential = readCredential(query);
    const { type, accessToken, openid } = credential;
    // The key contains the address: a refusal of one address must not apply to another address.
    const remembered = JSON.stringify([type, accessToken, openid, address]);
    await this.#verified.once(remembered, async () => {
      if (!(await this.#accountVerification.confirms(credential, address))) throw wrongCredential();
    });
    const userId = await this.#bindings.userOf(type, openid);
    if (userId !== undefined) return this.#callers.ofUser(userId);
    throw standardFailures.loginRequired({ message: UNBOUND });
  }
}
