import { use, type FailureKind } from 'lectern';
import { violatedUnique, type Statement } from '../../../infrastructure/database/index.ts';
import { failures } from '../failures.ts';

export interface Binding {
  readonly provider: string;
  readonly openid: string;
  readonly userId: string;
}

/** A bound account without its openid. */
export interface BoundAccount {
  readonly type: string;
  readonly createdTime: Date;
}

/** The unique constraints of the table, and the failures of their violations. */
const violated: Readonly<Record<string, FailureKind>> = {
  user_bindings_pkey: failures.alreadyBound,
  user_bindings_user_id_provider: failures.secondAccount,
};

/** Stores which account at a login provider belongs to which user. */
export class Bindings {
  readonly #database = use('database');
  readonly #clock = use('clock');
  readonly #user: Statement<{ userId: string }, Pick<Binding, 'provider' | 'openid'>> = this.#database.statement(
    'select user_id as "userId" from user_bindings where provider = :provider and openid = :openid limit 1',
  );
  readonly #openid: Statement<{ openid: string }, { userId: string; providers: readonly string[] }> = this.#database
    .statement(`select openid from user_bindings where user_id = :userId and provider = any(:providers)
         order by array_position(:providers::text[], provider) limit 1`);
  readonly #ofUser: Statement<BoundAccount, { userId: string }> = this.#database.statement(
    'select provider as type, created_at as "createdTime" from user_bindings where user_id = :userId order by created_at, provider',
  );

  /** Returns the id of the user that an account is bound to, otherwise undefined. */
  async userOf(provider: string, openid: string): Promise<string | undefined> {
    return (await this.#user.first({ provider, openid }))?.userId;
  }

  /** Returns the openid of a user at the first of `providers` with a binding; undefined without a binding. */
  async openidOf(userId: string, providers: readonly string[]): Promise<string | undefined> {
    return (await this.#openid.first({ userId, providers }))?.openid;
  }

  /** Returns the bound accounts of a user, the oldest first. */
  of(userId: string): Promise<BoundAccount[]> {
    return this.#ofUser.all({ userId });
  }

  /** Binds an account to a user. @throws failures.alreadyBound, secondAccount */
  async add({ provider, openid, userId }: Binding): Promise<void> {
    const row = { provider, openid, user_id: userId, created_at: this.#clock.now() };
    try {
      await this.#database.table('user_bindings').insert(row);
    } catch (error) {
      throw violated[violatedUnique(error) ?? '']?.() ?? error;
    }
  }

  async remove(userId: string, provider: string): Promise<void> {
    await this.#database.table('user_bindings').where({ user_id: userId, provider }).delete();
  }
}
