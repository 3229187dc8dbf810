import type { Services } from 'lectern';
import type { Database, Statement } from '../../database/index.ts';

/** An account at a login provider, bound to a user. */
export interface Binding {
  readonly provider: string;
  readonly openid: string;
  readonly userId: string;
}

/** Stores which account at a login provider belongs to which user. */
export class Bindings {
  readonly #database: Database;
  readonly #clock: Services['clock'];
  readonly #user: Statement<{ userId: string }, Pick<Binding, 'provider' | 'openid'>>;
  readonly #ofUser: Statement<{ openid: string }, { userId: string; providers: readonly string[] }>;

  constructor({ database, clock }: Pick<Services, 'database' | 'clock'>) {
    this.#database = database;
    this.#clock = clock;
    this.#user = database.statement((q, param) =>
      q('user_bindings')
        .where('provider', param('provider'))
        .where('openid', param('openid'))
        .select({ userId: 'user_id' })
        .limit(1),
    );
    this.#ofUser = database.statement((q, param) =>
      q.raw(
        `select openid from user_bindings where user_id = ? and provider = any(?)
         order by array_position(?::text[], provider), created_at desc limit 1`,
        [param('userId'), param('providers'), param('providers')],
      ),
    );
  }

  /** Returns the id of the user that an account is bound to, otherwise undefined. */
  async userOf(provider: string, openid: string): Promise<string | undefined> {
    return (await this.#user.first({ provider, openid }))?.userId;
  }

  /** Returns the openid of a user at the first of `providers` with a binding; of several bindings, the newest. */
  async openidOf(userId: string, providers: readonly string[]): Promise<string | undefined> {
    return (await this.#ofUser.first({ userId, providers }))?.openid;
  }

  /** Binds an account to a user. @throws Error of the database when the account is bound already */
  async add({ provider, openid, userId }: Binding): Promise<void> {
    const row = { provider, openid, user_id: userId, created_at: this.#clock.now() };
    await this.#database.table('user_bindings').insert(row);
  }
}
