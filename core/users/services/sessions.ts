import type { Caller } from 'lectern';
import { failures } from '../failures.ts';
import type { Services } from 'lectern';
import { together } from '../../database/index.ts';
import { ConcurrencyLimiter } from '../../limits/index.ts';
import { MOST_WAITING, tooManySignIns } from './passwords.ts';

/** A revocable credential of one client. */
export type Session =
  | { readonly kind: 'token'; readonly digest: string }
  | { readonly kind: 'jwt'; readonly id: string; readonly expiresAt: Date };

/** Maximum number of concurrent logins: many logins must not delay the requests of other users. */
const AT_ONCE = 2;

/** Login and logout. */
export class Sessions {
  readonly #database: Services['database'];
  readonly #events: Services['events'];
  readonly #tokens: Services['tokens'];
  readonly #jwts: Services['jwts'];
  readonly #limiter = new ConcurrencyLimiter(AT_ONCE, { queue: { limit: MOST_WAITING, full: tooManySignIns } });

  constructor({ database, events, tokens, jwts }: Pick<Services, 'database' | 'events' | 'tokens' | 'jwts'>) {
    this.#database = database.reserved;
    this.#events = events;
    this.#tokens = tokens;
    this.#jwts = jwts;
  }

  /**
   * Issues a token to an authenticated user, and publishes `user.login`.
   * @param version version of the presented credentials
   * @throws invalidCredential when the credentials were changed meanwhile
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

/** Account id of the caller. @throws failures.needsAccount for a service, which has no account */
export function accountOf({ id }: Caller): string {
  if (id === '0') throw failures.needsAccount();
  return id;
}
