import { use, type Caller, type RequestView } from 'lectern';
import type { ConsoleAccounts, Credentials } from '../../../../infrastructure/console/index.ts';

/** Signs users in to the console by name and password; a session is an access token. */
export class ConsoleLogins implements ConsoleAccounts {
  readonly demoAccounts = true;
  readonly seconds: number = use('usersConfig').tokenDays * 86_400;
  readonly #callers = use('callers');
  readonly #logins = use('logins');
  readonly #sessions = use('sessions');
  readonly #tokens = use('tokens');
  readonly fails = this.#tokens.fails;

  /** @param credentials with a nickname, an e-mail address or a mobile number @throws the failures of `logins.identify` */
  async verify({ username, password }: Credentials, { address }: RequestView): Promise<Caller> {
    return this.#callers.ofOwner(await this.#logins.identify({ name: username, password, address }));
  }

  issue({ id, credentialsVersion }: Caller): Promise<string> {
    return this.#sessions.begin(id, credentialsVersion);
  }

  /** @throws the failures of `tokens.identify` */
  identify(token: string, request: RequestView): Promise<Caller> {
    return this.#tokens.identify(token, request);
  }

  end(caller: Caller): Promise<void> {
    return this.#sessions.end(caller);
  }
}
