import { createHash, timingSafeEqual } from 'node:crypto';
import { standardFailures } from 'lectern';
import type { Authenticator, Caller, RequestView, Services } from 'lectern';
import { networkOf, refusal, type Counter } from '../../limits/index.ts';
import type { AppConfig } from '../config.ts';
import { isWithin } from '../networks.ts';
import type { ApiSection } from '../section.ts';

const COUNTER = 'access_token';
/** Caller id of servers, which have no user. */
const NOBODY = '0';

interface App {
  readonly digest: Buffer;
  readonly caller: Caller;
}

type Needs = Pick<Services, 'api_accessConfig' | 'apiSection' | 'limits' | 'roles' | 'settings'>;

/** The Access-Token method, for servers that call without a user (specification, section 5). */
export class AccessTokens implements Authenticator {
  readonly name = 'AccessToken';
  readonly rank = 50;
  readonly challenge = 'AccessToken realm="lectern"';
  readonly security = {
    type: 'apiKey',
    in: 'header',
    name: 'Access-Token',
    description:
      'MD5 of `<AppKey>-<SecretKey>` in hexadecimal digits. The method is off until the section `api` of the settings ' +
      'switches it on, and serves only addresses in the whitelist there.',
  };
  readonly fails = [
    standardFailures.invalidCredential,
    standardFailures.addressNotAllowed,
    standardFailures.tooManyRequests,
    standardFailures.unavailable,
  ];
  readonly #apps: readonly App[];
  readonly #settings: Services['settings'];
  readonly #section: ApiSection;
  readonly #wrongTries: Counter;

  /** @throws Error when two apps have the same token */
  constructor({ api_accessConfig: { apps, wrongTries }, apiSection, limits, roles, settings }: Needs) {
    this.#apps = apps.map((app) => appOf(app, roles));
    refuseEqual(apps);
    this.#settings = settings;
    this.#section = apiSection;
    this.#wrongTries = limits.counter(COUNTER, wrongTries);
  }

  find(request: RequestView): string | undefined {
    return request.header('access-token');
  }

  /** @throws unavailable, tooManyRequests, invalidCredential, addressNotAllowed */
  async identify(token: string, { address }: RequestView): Promise<Caller> {
    const { accessTokenEnabled, whitelist } = await this.#settings.get(this.#section);
    if (!accessTokenEnabled) {
      throw standardFailures.unavailable({ message: 'The Access-Token method is switched off in the settings.' });
    }
    const caller = await this.#callerOf(token, address);
    if (!isWithin(address, whitelist)) throw standardFailures.addressNotAllowed();
    return caller;
  }

  async #callerOf(token: string, address: string): Promise<Caller> {
    const before = await this.#wrongTries.standing(networkOf(address));
    if (!before.allowed) throw refusal(COUNTER, before);
    const caller = this.#match(token);
    if (caller) return caller;
    const after = await this.#wrongTries.take(networkOf(address));
    if (!after.allowed) throw refusal(COUNTER, after);
    throw standardFailures.invalidCredential({ message: 'The Access-Token is wrong.' });
  }

  /** Compares all apps, even after a match, so that the duration does not depend on the match. */
  #match(token: string): Caller | undefined {
    const given = digestOf(token.toLowerCase());
    let found: Caller | undefined;
    for (const { digest, caller } of this.#apps) if (timingSafeEqual(digest, given)) found = caller;
    return found;
  }
}

function appOf(app: AppConfig, roles: Services['roles']): App {
  const caller = { id: NOBODY, nickname: app.name, roles: app.roles, permissions: roles.permissionsOf(app.roles) };
  return { digest: digestOf(tokenOf(app)), caller };
}

function tokenOf({ appKey, secretKey }: AppConfig): string {
  return createHash('md5').update(`${appKey}-${secretKey}`).digest('hex');
}

/** Hashes a token, so that compared values have equal lengths for any input. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Refuses apps with equal tokens: keys may contain the separating hyphen, so different keys can yield one token. */
function refuseEqual(apps: readonly AppConfig[]): void {
  const names = new Map<string, string>();
  for (const app of apps) {
    const token = tokenOf(app);
    const other = names.get(token);
    if (other !== undefined) {
      throw new Error(`"modules.api_access.apps": "${other}" and "${app.name}" have the same keys; change one.`);
    }
    names.set(token, app.name);
  }
}
