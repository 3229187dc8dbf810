import type { Services } from 'lectern';
import type { Statement } from '../../database/index.ts';
import type { CoinAccount, Movement, Reference } from '../account.ts';
import { failures } from '../failures.ts';
import { audit, type AuditReport } from './audit.ts';
import { entriesOf, type EntryColumns } from './entries.ts';
import { coinAccountSql, postSql } from './statements.ts';

type Posting = EntryColumns & Required<Reference>;

/**
 * Balances of coins and cash. Money moves only by transactions of two entries for each movement, which are immutable.
 * The balances of users are stored beside them and cannot fall below zero.
 */
export class Ledger {
  readonly #database: Services['database'];
  readonly #post: Statement<{ id: string }, Posting>;
  readonly #coinAccount: Statement<{ id: string; balance: string }, { userId: string }>;

  constructor({ database }: Pick<Services, 'database'>) {
    this.#database = database;
    this.#post = database.statement((q, param) =>
      q.raw(postSql, [
        ...(['movements', 'userIds', 'names', 'kinds', 'amounts'] as const).map(param),
        ...(['reason', 'orderSn', 'tradeSn', 'couponCode'] as const).map(param),
      ]),
    );
    this.#coinAccount = database.statement((q, param) => q.raw(coinAccountSql, [param('userId'), param('userId')]));
  }

  /**
   * Posts one transaction of the ledger, within the open database transaction: all movements or none. Movements of one
   * account are netted. Missing accounts of users are created.
   * @throws failures.insufficientBalance when a user's balance is too low; nothing was written then
   * @throws Error outside of `database.transaction()`, and for an invalid movement: of no positive safe integer,
   *   between two currencies, or from an account to itself
   * @example
   * await ledger.post({ reason: 'trade.held', tradeSn }, [{ from: { userId, kind: 'coin' }, to: 'coin.held', amount }]);
   */
  async post(reference: Reference, movements: readonly Movement[]): Promise<void> {
    if (!this.#database.knex.isTransaction) throw outsideTransaction();
    const { reason, orderSn = null, tradeSn = null, couponCode = null } = reference;
    const written = await this.#post.all({ ...entriesOf(movements), reason, orderSn, tradeSn, couponCode });
    if (written.length === 0) throw failures.insufficientBalance();
  }

  /** The coin account of a user, created when it is missing. */
  async coinAccount(userId: string): Promise<CoinAccount> {
    const account = await this.#coinAccount.first({ userId });
    if (!account) throw new Error(`The coin account of user ${userId} was neither found nor made.`);
    return { id: account.id, userId, cash: Number(account.balance) };
  }

  /**
   * Checks the whole ledger in one snapshot. The entries of every transaction sum to zero in each currency, and those
   * of every user account to its balance. Reads all entries, and so takes as long.
   */
  audit(): Promise<AuditReport> {
    return this.#database.transaction(() => audit(this.#database), {
      isolationLevel: 'repeatable read',
      queryLimitMs: 0,
    });
  }
}

function outsideTransaction(): Error {
  return new Error(
    'ledger.post() was called outside of a transaction, so the money would move even if its cause is rolled back. ' +
      'Call it inside of database.transaction(), together with what it pays for.',
  );
}
