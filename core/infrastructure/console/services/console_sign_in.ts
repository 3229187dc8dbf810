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
  readonly #callers = use('callers');
  readonly #config = use('config');
  readonly #environment = use('environment');
  readonly #consoleCookie = use('consoleCookie');
  readonly #logins = use('logins');
  readonly #roles = use('roles');
  readonly #sessions = use('sessions');

  /**
   * Creates an access token for a user with permissions of the console.
   * @returns the description of the user, and the value of `Set-Cookie` that stores the token
   * @throws the failures of `logins.identify`; failures.noConsole without a permission of the console
   */
  async begin({ username, password }: Credentials, { address }: RequestView) {
    const owner = await this.#logins.identify({ name: username, password, address });
    const caller = this.#callers.ofOwner(owner);
    const session = this.describe(caller);
    if (!session.permissions.some((code) => code.startsWith('console_'))) throw failures.noConsole();
    const token = await this.#sessions.begin(owner.id, owner.credentialsVersion);
    return { session, cookie: this.#consoleCookie.stored(token) };
  }

  /** Describes a caller: nickname, sorted codes of the permissions, and whether requests can be tried as demo accounts. */
  describe({ nickname, permissions }: Caller) {
    const demo = this.#environment !== 'production' && this.#config.demo;
    return { nickname, permissions: this.#roles.codes.filter((code) => permissions.has(code)).sort(), demo };
  }

  /** Revokes the access token or JWT of the caller, if any. @returns value of `Set-Cookie` that removes the cookie */
  async end(caller: Caller): Promise<string> {
    await this.#sessions.end(caller);
    return this.#consoleCookie.removed();
  }
}
