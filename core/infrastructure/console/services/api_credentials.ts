import { standardFailures, use, type Authenticator, type Caller, type RequestView } from 'lectern';
import type { ConsoleAccounts, Credentials } from '../accounts.ts';

const NO_AUTHENTICATOR =
  'No authenticator of this installation reads a credential from a header; contribute one to "authenticators", or a sign-in by name and password to "consoleAccounts".';

/**
 * Sign-in with a credential of the API in place of a password, without accounts of the console. The authenticator with
 * the lowest rank that reads a header identifies the caller, at sign-in and at each request.
 */
export class ApiCredentials implements ConsoleAccounts {
  readonly seconds = 0;
  readonly fails = [standardFailures.invalidCredential];
  readonly #contributions = use('contributions');
  #authenticator: Authenticator | undefined;

  /** @throws the failures of the authenticator; invalidCredential without an authenticator */
  verify({ password }: Credentials, request: RequestView): Caller | Promise<Caller> {
    this.#authenticator ??= this.#find();
    if (!this.#authenticator) throw standardFailures.invalidCredential({ message: NO_AUTHENTICATOR });
    return this.#authenticator.identify(password, request);
  }

  issue(_caller: Caller, { password }: Credentials): string {
    return Buffer.from(password).toString('base64url');
  }

  identify(token: string, request: RequestView): Caller | Promise<Caller> {
    return this.verify({ username: '', password: Buffer.from(token, 'base64url').toString() }, request);
  }

  /** Revokes nothing: the credential belongs to other clients, too. */
  end(): void {}

  #find(): Authenticator | undefined {
    const all = this.#contributions.of('authenticators').filter(({ security }) => readsHeader(security));
    return all.sort((a, b) => a.rank - b.rank)[0];
  }
}

/** Whether the credential of a security scheme is a header; not a name and password, which a cookie must not keep. */
function readsHeader({ type, in: place, scheme }: Authenticator['security']): boolean {
  return type === 'apiKey' ? place === 'header' : String(scheme).toLowerCase() !== 'basic';
}
