import type { Caller, FailureKind, RequestView } from 'lectern';

/** Name and password of a sign-in. */
export type Credentials = Readonly<Record<'username' | 'password', string>>;

/**
 * Sign-in to the console by name and password, contributed to `consoleAccounts` by the module with the accounts. Without
 * a contribution, users sign in with a credential of the API.
 *
 * @example
 * class ShopSignIn implements ConsoleAccounts {
 *   readonly seconds = 3_600;
 *   readonly fails = [standardFailures.invalidCredential];
 *   verify = ({ username, password }: Credentials) => this.#clerks.verified(username, password);
 *   issue = (caller: Caller) => this.#tokens.issue(caller.id);
 *   identify = (token: string) => this.#tokens.callerOf(token);
 *   end = (caller: Caller) => this.#tokens.revoke(caller.id);
 * }
 * export default { shopSignIn: contributes('consoleAccounts', ShopSignIn) };
 */
export interface ConsoleAccounts {
  /** Seconds that a browser keeps a token; 0 until the browser is closed. */
  readonly seconds: number;
  /** Failures of `identify`, for the OpenAPI document. */
  readonly fails: readonly FailureKind[];
  /** Whether the demo data has the accounts with a public password that the page of a route offers. */
  readonly demoAccounts?: boolean;
  /** The caller with a name and password. @throws Failure for wrong ones */
  verify(credentials: Credentials, request: RequestView): Caller | Promise<Caller>;
  /** Creates a token for a verified caller: letters, digits, `_`, `-` and `.`, which the cookie stores. */
  issue(caller: Caller, credentials: Credentials): string | Promise<string>;
  /** The caller with a token. @throws Failure for an invalid or revoked token */
  identify(token: string, request: RequestView): Caller | Promise<Caller>;
  /** Revokes the token of a caller's request. */
  end(caller: Caller): void | Promise<void>;
}
