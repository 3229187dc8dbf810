import { use } from 'lectern';
import type { Statement } from '../../../infrastructure/database/index.ts';
import type { CoinAccount, Movement, Reference } from '../account.ts';
import { failures } from '../failures.ts';
import { audit, type AuditOptions, type AuditReport } from './audit.ts';
import { entriesOf, type EntryColumns } from './entries.ts';
import { coinAccountSql, postSql } from './statements.ts';

type Posting = EntryColumns & Required<Reference>;

/**
 * Ledger of coins and cash. A transaction consists of movements of money, each with two immutable entries. The balances
 * of users are stored in addition to the entries, and cannot fall below zero.
 *
 * @example
 * await database.transaction(() =>
 *   ledger.post({ reason: 'prize' }, [{ from: 'coin.issued', to: { userId, kind: 'coin' }, amount: 500 }]),
 * );
 */
export class Ledger {
  readonly #database = use('database');
  readonly #post: Statement<{ transactionId: string }, Posting> = this.#database.statement(postSql);
  readonly #coinAccount: Statement<{ id: string; balance: string }, { userId: string }> =
    this.#database.statement(coinAccountSql);

  /**
   * Posts one ledger transaction, within the open database transaction: all movements or none. Several movements of one
   * account are applied as their sum. Missing accounts of users are created.
   * @returns id of the transaction
   * @throws failures.insufficientBalance when a user's balance is too low; the database is unchanged then
   * @throws Error outside of `database.transaction()`, without movements, and for an invalid movement: an unknown
   *   account, an amount that is no positive safe integer, two currencies, or the same account twice
   * @example
   * await ledger.post({ reason: 'trade.held', tradeSn }, [{ from: { userId, kind: 'coin' }, to: 'coin.held', amount }]);
   */
  async post(reference: Reference, movements: readonly Movement[]): Promise<string> {
    if (!this.#database.inTransaction) throw outsideTransaction();
    const { reason, orderSn = null, tradeSn = null, couponCode = null } = reference;
    const entry = await this.#post.first({ ...entriesOf(movements), reason, orderSn, tradeSn, couponCode });
    if (!entry) throw failures.insufficientBalance();
    return entry.transactionId;
  }

  /** Returns the coin account of a user; creates a missing account. */
  async coinAccount(userId: string): Promise<CoinAccount> {
    const account = await this.#coinAccount.first({ userId });
    if (!account)
      throw new Error(
        `The coin account of user ${userId} was neither found nor created by coinAccountSql. Report this as a defect of Lectern.`,
      );
    return { id: account.id, userId, cash: Number(account.balance) };
  }

  /**
   * Checks in one snapshot that the entries of each transaction sum to zero in each currency, and those of each user
   * account to its balance. Reads the entries since the last audit, the balances, and a part of the older entries; with
   * `full` all entries, so the duration grows with their number.
   */
  audit(options: AuditOptions = {}): Promise<AuditReport> {
    return this.#database.transaction(() => audit(this.#database, options), {
      isolationLevel: 'repeatable read',
      queryLimitMs: 0,
    });
  }
}

function outsideTransaction(): Error {
  return new Error(
    'ledger.post() was called outside of a transaction: the money would move even if the order is rolled back; ' +
      'call it inside of database.transaction(), together with the statements that the money pays for.',
  );
}
