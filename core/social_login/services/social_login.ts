import { Failure, standardFailures } from 'lectern';
import { inTime, isInstance } from 'lectern/host';
import type { Authenticator, Caller, RequestView, Services } from 'lectern';
import { networkOf, refusal, type Counter } from '../../limits/index.ts';
import { RememberedCredentials } from '../../users/index.ts';
import { readCredential, wrongCredential, type SocialLoginCredential } from '../credential.ts';
import { ProviderAway, type LoginProvider } from '../login_provider.ts';

const COUNTER = 'social_login';
const RETRY_AFTER = '5';

type Needs = Pick<
  Services,
  'bindings' | 'callers' | 'clock' | 'contributions' | 'limits' | 'logger' | 'social_loginConfig'
>;

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
  readonly fails = [
    standardFailures.invalidCredential,
    standardFailures.banned,
    standardFailures.loginRequired,
    standardFailures.permissionDenied,
    standardFailures.tooManyRequests,
    standardFailures.unavailable,
  ];
  readonly #needs: Needs;
  readonly #wrongTries: Counter;
  readonly #verified: RememberedCredentials<void>;
  #byName: ReadonlyMap<string, LoginProvider> | undefined;

  constructor(needs: Needs) {
    const { bindings, callers, clock, contributions, limits, logger, social_loginConfig } = needs;
    this.#needs = { bindings, callers, clock, contributions, limits, logger, social_loginConfig };
    this.#wrongTries = limits.counter(COUNTER, social_loginConfig.wrongTries);
    this.#verified = new RememberedCredentials({ seconds: social_loginConfig.rememberSeconds, clock });
  }

  /** Detects a credential by the query parameter `access_token`; `identify` reads and checks all three parameters. */
  find({ query }: RequestView): string | undefined {
    return 'access_token' in query ? 'access_token' : undefined;
  }

  /** @throws invalidCredential, permissionDenied, tooManyRequests, unavailable, loginRequired, banned */
  async identify(_found: string, { query, address }: RequestView): Promise<Caller> {
    const { bindings, callers } = this.#needs;
    const credential = readCredential(query);
    const provider = this.#provider(credential.type);
    const { type, accessToken, openid } = credential;
    // The key contains the address: a refusal of one address must not apply to another address.
    const remembered = JSON.stringify([type, accessToken, openid, address]);
    await this.#verified.once(remembered, () => this.#verify(provider, credential, address));
    const userId = await bindings.userOf(type, openid);
    if (userId !== undefined) return callers.ofUser(userId);
    throw standardFailures.loginRequired({ message: 'This account is not bound to a user; sign in another way.' });
  }

  #provider(type: string): LoginProvider {
    this.#byName ??= new Map(this.#needs.contributions.of('loginProviders').map((one) => [one.name, one]));
    const found = this.#byName.get(type);
    if (found?.enabled) return found;
    throw standardFailures.permissionDenied({ message: 'The login provider does not exist or is disabled.' });
  }

  /** Asks the provider. Counts only failed attempts, because many users may sign in from one address. */
  async #verify(provider: LoginProvider, credential: SocialLoginCredential, address: string): Promise<void> {
    await this.#refuseBlocked(address);
    const openid = await this.#ask(provider, credential);
    // Checks the block again, because concurrent requests may have failed during the request to the provider.
    if (openid === credential.openid) return this.#refuseBlocked(address);
    const standing = await this.#wrongTries.take(networkOf(address));
    throw standing.allowed ? wrongCredential() : refusal(COUNTER, standing);
  }

  async #refuseBlocked(address: string): Promise<void> {
    const standing = await this.#wrongTries.standing(networkOf(address));
    if (!standing.allowed) throw refusal(COUNTER, standing);
  }

  async #ask(provider: LoginProvider, { accessToken, openid }: SocialLoginCredential): Promise<string | undefined> {
    const { logger, social_loginConfig: config } = this.#needs;
    try {
      return await within(config.timeoutMs, (signal) => provider.openidOf(accessToken, openid, signal));
    } catch (error) {
      if (isInstance(error, Failure)) throw error;
      // The message of any other error may quote the access token.
      const reason = isInstance(error, ProviderAway) ? error.message : nameOf(error);
      logger.warn(
        { provider: provider.name, reason },
        `The login provider "${provider.name}" gave no usable answer: ${reason}`,
      );
      const headers = { 'Retry-After': RETRY_AFTER };
      throw standardFailures.unavailable({
        message: 'The login provider cannot be reached at the moment; try again later.',
        headers,
      });
    }
  }
}

/** Calls `ask` with a time limit, even if the provider ignores the signal. @throws ProviderAway at the time limit */
function within<T>(milliseconds: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const late = () => {
    controller.abort();
    return new ProviderAway(`the provider did not answer within ${milliseconds} ms`);
  };
  return inTime({ milliseconds, run: () => ask(controller.signal), late });
}

function nameOf(error: unknown): string {
  return isInstance(error, Error) ? error.constructor.name : typeof error;
}
