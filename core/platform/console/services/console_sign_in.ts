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
  readonly #consolePermissions = use('consolePermissions');
  readonly #logins = use('logins');
  readonly #sessions = use('sessions');

  /**
   * Creates an access token for a user with permissions of the console.
   * @returns the description of the user, and the value of `Set-Cookie` that stores the token
   * @throws the failures of `logins.identify`; failures.noConsole without a permission of the console
   */
  async begin({ username, password }: Credentials, { address }: RequestView) {
    const owner = await this.#logins.identify({ name: username, password, address });
    const caller = this.#callers.ofOwner(owner);
    if (!this.#consolePermissions.isForConsole(caller)) throw failures.noConsole();
    const token = await this.#sessions.begin(owner.id, owner.credentialsVersion);
    return { session: this.describe(caller), cookie: this.#consoleCookie.stored(token) };
  }

  /** Describes a caller: nickname, permissions, and whether requests can be tried as demo accounts. */
  describe(caller: Caller) {
    const demo = this.#environment !== 'production' && this.#config.demo;
    return { nickname: caller.nickname, permissions: this.#consolePermissions.of(caller), demo };
  }

  /** Revokes the access token or JWT of the caller, if any. @returns value of `Set-Cookie` that removes the cookie */
  async end(caller: Caller): Promise<string> {
    await this.#sessions.end(caller);
    return this.#consoleCookie.removed();
  }
}

/** Permissions of a caller, by which the console decides what it shows. */
export class ConsolePermissions {
  readonly #roles = use('roles');

  /** Codes of the permissions that a caller has, sorted. */
  of({ permissions }: Caller): string[] {
    return this.#roles.codes.filter((code) => permissions.has(code)).sort();
  }

  /** Whether a caller has any permission of the console. */
  isForConsole(caller: Caller): boolean {
    return this.of(caller).some((code) => code.startsWith('console_'));
  }
}
