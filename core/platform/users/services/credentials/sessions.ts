import { use, type Caller, type Services } from 'lectern';
import { failures } from '../../failures.ts';
import { together } from '../../../../infrastructure/database/index.ts';
import { loginLimiter } from './passwords.ts';

/** An access token or JWT of a client, which can be revoked. */
export type Session =
  | { readonly kind: 'token'; readonly digest: string }
  | { readonly kind: 'jwt'; readonly id: string; readonly expiresAt: Date };

/** Maximum number of tokens created at once in this process, so that many logins do not delay other requests. */
const AT_ONCE = 2;

/** Creates access tokens at login, and revokes tokens and JWTs at logout. */
export class Sessions {
  readonly #events = use('events');
  readonly #tokens = use('tokens');
  readonly #jwts = use('jwts');
  readonly #database: Services['database'] = use('database').reserved;
  readonly #limiter = loginLimiter(AT_ONCE);

  /**
   * Creates an access token for an authenticated user, and publishes `user.login`.
   * @param version version of the credentials of the request
   * @returns the access token
   * @throws invalidCredential when the credentials have been changed since the authentication
   * @throws unavailable when too many logins are waiting
   */
  async begin(userId: string, version: number | undefined): Promise<string> {
    const work = () => together([this.#tokens.issue(userId, version), this.#events.publish('user.login', { userId })]);
    const [token] = await this.#limiter.run(() => this.#database.transaction(work));
    return token;
  }

  /** Revokes the caller's token or JWT, and publishes `user.logout`; other credentials are not revocable. */
  async end({ id, session }: Caller): Promise<void> {
    if (!session) return;
    await this.#database.transaction(async () => {
      if (session.kind === 'token') await this.#tokens.revoke(session.digest);
      else await this.#jwts.revoke(session);
      await this.#events.publish('user.logout', { userId: id });
    });
  }
}

/** Returns the user id of the caller. @throws failures.needsAccount for an application without an account */
export function accountOf({ id }: Caller): string {
  if (id === '0') throw failures.needsAccount();
  return id;
}
