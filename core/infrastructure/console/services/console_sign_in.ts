import { use, type Caller, type RequestView } from 'lectern';
import type { Credentials } from '../accounts.ts';
import { failures } from '../failures.ts';

/** Signs users in to the console, and out of it. */
export class ConsoleSignIn {
  readonly #accounts = use('consoleAccounts');
  readonly #config = use('config');
  readonly #environment = use('environment');
  readonly #consoleCookie = use('consoleCookie');
  readonly #roles = use('roles');

  /**
   * Creates a token for a user with permissions of the console.
   * @returns the description of the user, and the value of `Set-Cookie` that stores the token
   * @throws the failures of `verify` of the accounts; failures.noConsole without a permission of the console
   */
  async begin(credentials: Credentials, request: RequestView) {
    const caller = await this.#accounts.verify(credentials, request);
    const session = this.describe(caller);
    if (!session.permissions.some((code) => code.startsWith('console_'))) throw failures.noConsole();
    const token = await this.#accounts.issue(caller, credentials);
    return { session, cookie: this.#consoleCookie.stored(token) };
  }

  /** Describes a caller: nickname, sorted codes of the permissions, and whether requests can be tried as demo accounts. */
  describe({ nickname, permissions }: Caller) {
    const demo = this.#environment !== 'production' && this.#config.demo && this.#accounts.demoAccounts === true;
    return { nickname, permissions: this.#roles.codes.filter((code) => permissions.has(code)).sort(), demo };
  }

  /** Revokes the token of the caller's request, if any. @returns value of `Set-Cookie` that removes the cookie */
  async end(caller: Caller): Promise<string> {
    await this.#accounts.end(caller);
    return this.#consoleCookie.removed();
  }
}
