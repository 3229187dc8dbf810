import { use } from 'lectern';
import type { Caller, RequestView } from 'lectern';
import { failures } from '../failures.ts';

/** `username` is a nickname, an e-mail address or a mobile number. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Signs users in to the console, and out of it. */
export class ConsoleSignIn {
  readonly #needs = {
    callers: use('callers'),
    config: use('config'),
    environment: use('environment'),
    consoleCookie: use('consoleCookie'),
    consolePermissions: use('consolePermissions'),
    logins: use('logins'),
    sessions: use('sessions'),
  };

  /**
   * Creates an access token for a user with permissions of the console.
   * @returns the description of the user, and the value of `Set-Cookie` that stores the token
   * @throws the failures of `logins.identify`; failures.noConsole without a permission of the console
   */
  async begin({ username, password }: Credentials, { address }: RequestView) {
    const { callers, consoleCookie, consolePermissions, logins, sessions } = this.#needs;
    const owner = await logins.identify({ name: username, password, address });
    const caller = callers.ofOwner(owner);
    if (!consolePermissions.isForConsole(caller)) throw failures.noConsole();
    const token = await sessions.begin(owner.id, owner.credentialsVersion);
    return { session: this.describe(caller), cookie: consoleCookie.stored(token) };
  }

  /** Describes a caller: nickname, permissions, and whether requests can be tried as demo accounts. */
  describe(caller: Caller) {
    const { config, consolePermissions, environment } = this.#needs;
    const demo = environment !== 'production' && config.demo;
    return { nickname: caller.nickname, permissions: consolePermissions.of(caller), demo };
  }

  /** Revokes the access token or JWT of the caller, if any. @returns value of `Set-Cookie` that removes the cookie */
  async end(caller: Caller): Promise<string> {
    await this.#needs.sessions.end(caller);
    return this.#needs.consoleCookie.removed();
  }
}
