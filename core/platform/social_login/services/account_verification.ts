import { Failure, standardFailures, use } from 'lectern';
import { inTime, isInstance } from '../../../hosting/internals.ts';
import { networkOf, refusal, type Counter } from '../../../infrastructure/limits/index.ts';
import type { SocialLoginCredential } from '../credential.ts';
import { failures } from '../failures.ts';
import { ProviderAway, type LoginProvider } from '../login_provider.ts';

const COUNTER = 'social_login';
const RETRY_AFTER = '5';

/**
 * Asks login providers for the owner of an access token, within a time limit. Limits wrong access tokens from the
 * network of a client, counted over all replicas.
 */
export class AccountVerification {
  readonly #config = use('social_loginConfig');
  readonly #contributions = use('contributions');
  readonly #logger = use('logger');
  readonly #wrongTries: Counter = use('limits').counter(COUNTER, this.#config.wrongTries);
  #byName: ReadonlyMap<string, LoginProvider> | undefined;

  /** Whether a provider with this name exists and is enabled. */
  isEnabled(type: string): boolean {
    return this.#find(type)?.enabled === true;
  }

  /**
   * Whether the provider confirms that the access token belongs to the openid. Counts only failed attempts, because
   * many users may sign in from one network.
   * @param address IP address of the client
   * @throws permissionDenied, tooManyRequests, unavailable
   */
  async confirms(credential: SocialLoginCredential, address: string): Promise<boolean> {
    const provider = this.#provider(credential.type);
    await this.#refuseBlocked(address);
    const openid = await this.#ask(provider, credential);
    if (openid === credential.openid) {
      // Checks the block again, because concurrent requests may have failed during the request to the provider.
      await this.#refuseBlocked(address);
      return true;
    }
    const standing = await this.#wrongTries.take(networkOf(address));
    if (!standing.allowed) throw refusal(COUNTER, standing);
    return false;
  }

  /**
   * Ensures that an access token belongs to the openid.
   * @throws failures.wrongAccount and the failures of `confirms`
   */
  async mustConfirm(credential: SocialLoginCredential, address: string): Promise<void> {
    if (await this.confirms(credential, address)) return;
    const details = [{ field: 'access_token', message: 'must belong to the account with this openid' }];
    throw failures.wrongAccount({ details });
  }

  #provider(type: string): LoginProvider {
    const found = this.#find(type);
    if (found?.enabled) return found;
    // The message omits the value: a client that confuses the parameters sends its access token as `type`.
    const message = 'The login provider of the parameter "type" does not exist or is disabled.';
    const details = [{ field: 'type', message: 'must be the name of an enabled login provider' }];
    throw standardFailures.permissionDenied({ message, details });
  }

  #find(type: string): LoginProvider | undefined {
    this.#byName ??= new Map(this.#contributions.of('loginProviders').map((one) => [one.name, one]));
    return this.#byName.get(type);
  }

  async #refuseBlocked(address: string): Promise<void> {
    const standing = await this.#wrongTries.standing(networkOf(address));
    if (!standing.allowed) throw refusal(COUNTER, standing);
  }

  async #ask(provider: LoginProvider, { accessToken, openid }: SocialLoginCredential): Promise<string | undefined> {
    try {
      return await within(this.#config.timeoutMs, (signal) => provider.openidOf(accessToken, openid, signal));
    } catch (error) {
      if (isInstance(error, Failure)) throw error;
      // For any other error only the class is logged, because the message may quote the access token.
      const reason = isInstance(error, ProviderAway) ? error.message : nameOf(error);
      this.#logger.warn(
        { provider: provider.name, reason },
        `The login provider "${provider.name}" gave no usable answer: ${reason}`,
      );
      const headers = { 'Retry-After': RETRY_AFTER };
      throw standardFailures.unavailable({
        message: 'The login provider gave no usable answer; try again later.',
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
