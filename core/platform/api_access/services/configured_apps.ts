import { timingSafeEqual } from 'node:crypto';
import { use, type Caller, type Lifecycle, type Services } from 'lectern';
import { insertRow } from '../../../infrastructure/database/index.ts';
import type { AppConfig } from '../config.ts';
import { accessTokenOf, tokenDigest } from '../keys.ts';

/** An application of the configuration; `digest` is the SHA-256 of its Access-Token. */
export interface ConfiguredApp {
  readonly appKey: string;
  readonly digest: Buffer;
  /** Caller without an account, for an application without `user`. */
  readonly caller: Caller;
}

/** Database row of an application that the configuration declares, with its service account. */
interface Registered {
  readonly id: string;
  readonly userId: string;
  readonly nickname: string;
}

/** Caller id of applications without an account. */
const NO_ACCOUNT_ID = '0';

/**
 * Applications of the configuration. At the start, each application with a `user` gets a service account with the
 * configured roles. Service accounts that the configuration no longer declares are locked.
 */
export class ConfiguredApps implements Lifecycle {
  readonly #roles = use('roles');
  readonly #apps = use('api_accessConfig').apps;
  readonly #database = use('database');
  readonly #serviceAccounts = use('serviceAccounts');
  readonly #found: readonly ConfiguredApp[];
  readonly #registered = new Map<string, Registered>();

  /** @throws Error when two apps have the same token */
  constructor() {
    this.#found = this.#apps.map((app) => configuredApp(app, this.#roles));
    refuseEqual(this.#apps);
  }

  /** @throws Error when the `user` of an app is the nickname of another account */
  async start(): Promise<void> {
    for (const { appKey, user, roles } of this.#apps) {
      if (user === undefined) continue;
      const registered = (await this.#find(appKey)) ?? (await this.#register(appKey, user));
      const hasName = registered.nickname === user || (await this.#serviceAccounts.rename(registered.userId, user));
      if (!hasName) throw nicknameTaken(appKey, user);
      await this.#serviceAccounts.setRoles(registered.userId, roles);
      this.#registered.set(appKey, registered);
    }
    await this.#lockRemoved();
  }

  /**
   * Returns the application with an Access-Token, otherwise undefined. Compares all applications, even after a match,
   * so that the duration does not reveal which application matches.
   */
  match(accessToken: string): ConfiguredApp | undefined {
    const given = tokenDigest(accessToken);
    let found: ConfiguredApp | undefined;
    for (const app of this.#found) if (timingSafeEqual(app.digest, given)) found = app;
    return found;
  }

  /** The row of an application; undefined if the configuration names no `user` for the application. */
  registered(appKey: string): Registered | undefined {
    return this.#registered.get(appKey);
  }

  async #find(appKey: string): Promise<Registered | undefined> {
    const { rows } = await this.#database.raw<Registered>(
      `select applications.id, user_id as "userId", nickname from applications join users on users.id = user_id
       where app_key = ? and digest is null`,
      [appKey],
    );
    return rows[0];
  }

  async #register(appKey: string, user: string): Promise<Registered> {
    const made = await this.#database.transaction(async () => {
      const userId = await this.#serviceAccounts.add(user);
      if (userId === undefined) return undefined;
      const id = await insertRow(this.#database, 'applications', { app_key: appKey, user_id: userId });
      return { id, userId, nickname: user };
    });
    // Another replica may have registered the application meanwhile.
    const registered = made ?? (await this.#find(appKey));
    if (registered) return registered;
    throw nicknameTaken(appKey, user);
  }

  async #lockRemoved(): Promise<void> {
    const { rows } = await this.#database.raw<{ userId: string }>(
      `select user_id as "userId" from applications join users on users.id = user_id
       where digest is null and not locked and app_key <> all(?::text[])`,
      [[...this.#registered.keys()]],
    );
    for (const { userId } of rows) await this.#database.transaction(() => this.#serviceAccounts.lock(userId));
  }
}

function nicknameTaken(appKey: string, user: string): Error {
  return new Error(
    `"modules.api_access.apps" gives the user "${user}" to the app "${appKey}", but another account has that ` +
      'nickname; set another user.',
  );
}

function configuredApp(app: AppConfig, roles: Services['roles']): ConfiguredApp {
  const caller = {
    id: NO_ACCOUNT_ID,
    nickname: app.name,
    roles: app.roles,
    permissions: roles.permissionsOf(app.roles),
  };
  return { appKey: app.appKey, digest: tokenDigest(accessTokenOf(app)), caller };
}

/** Refuses apps with equal tokens: keys may contain the separating hyphen, so different keys can yield one token. */
function refuseEqual(apps: readonly AppConfig[]): void {
  const names = new Map<string, string>();
  for (const app of apps) {
    const token = accessTokenOf(app);
    const other = names.get(token);
    if (other !== undefined) {
      throw new Error(
        `"modules.api_access.apps": "${other}" and "${app.name}" have the same Access-Token; change the secretKey of one.`,
      );
    }
    names.set(token, app.name);
  }
}
