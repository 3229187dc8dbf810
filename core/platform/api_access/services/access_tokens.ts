import { standardFailures, use, type Authenticator, type Caller, type RequestView } from 'lectern';
import { networkOf, refusal } from '../../../infrastructure/limits/index.ts';
import { isAccessToken } from '../keys.ts';
import { isWithin } from '../networks.ts';
import type { ConfiguredApp } from './configured_apps.ts';

const COUNTER = 'access_token';
const NOT_LISTED =
  'This address may not use the Access-Token; a manager can add it to the whitelist in the settings section api.';

/** Returns the caller of a valid Access-Token. */
type FindCaller = () => Promise<Caller>;

/**
 * The Access-Token method, for applications (specification, section 5). The caller is the service account of the
 * application; an application that the configuration declares without `user` has none.
 */
export class AccessTokens implements Authenticator {
  readonly name = 'AccessToken';
  readonly rank = 50;
  readonly challenge = 'AccessToken realm="lectern"';
  readonly security = {
    type: 'apiKey',
    in: 'header',
    name: 'Access-Token',
    description:
      'MD5 of `<AppKey>-<SecretKey>` in hexadecimal digits. The method is off until the settings section `api` ' +
      'enables the method, which serves only addresses in the whitelist of that section.',
  };
  readonly fails = [
    standardFailures.invalidCredential,
    standardFailures.banned,
    standardFailures.addressNotAllowed,
    standardFailures.tooManyRequests,
    standardFailures.unavailable,
  ];
  readonly #applications = use('applications');
  readonly #applicationUses = use('applicationUses');
  readonly #callers = use('callers');
  readonly #configuredApps = use('configuredApps');
  readonly #section = use('apiSection');
  readonly #settings = use('settings');
  readonly #wrongTries = use('limits').counter(COUNTER, use('api_accessConfig').wrongTries);

  find(request: RequestView): string | undefined {
    return request.header('access-token');
  }

  async identify(token: string, { address }: RequestView): Promise<Caller> {
    const { accessTokenEnabled, whitelist } = await this.#settings.get(this.#section);
    if (!accessTokenEnabled) {
      throw standardFailures.unavailable({
        message:
          'The Access-Token method is disabled; a manager can set accessTokenEnabled in the settings section api.',
      });
    }
    const find = await this.#check(token.toLowerCase(), address);
    if (!isWithin(address, whitelist)) throw standardFailures.addressNotAllowed({ message: NOT_LISTED });
    return find();
  }

  /** Verifies an Access-Token. Only wrong tokens count toward the limit of the network. */
  async #check(token: string, address: string): Promise<FindCaller> {
    const before = await this.#wrongTries.standing(networkOf(address));
    if (!before.allowed) throw refusal(COUNTER, before);
    const find = await this.#match(token);
    if (find) return find;
    const after = await this.#wrongTries.take(networkOf(address));
    if (!after.allowed) throw refusal(COUNTER, after);
    throw standardFailures.invalidCredential({
      message: 'The Access-Token is wrong; send the MD5 of <AppKey>-<SecretKey>.',
    });
  }

  async #match(token: string): Promise<FindCaller | undefined> {
    if (!isAccessToken(token)) return undefined;
    const app = this.#configuredApps.match(token);
    if (app) return () => this.#callerOf(app);
    const owner = await this.#applications.ownerOf(token);
    return (
      owner &&
      (() => {
        this.#applicationUses.note(owner.applicationId);
        return Promise.resolve(this.#callers.ofOwner(owner));
      })
    );
  }

  async #callerOf({ appKey, caller }: ConfiguredApp): Promise<Caller> {
    const registered = this.#configuredApps.registered(appKey);
    if (!registered) return caller;
    this.#applicationUses.note(registered.id);
    return this.#callers.ofUser(registered.userId);
  }
}
