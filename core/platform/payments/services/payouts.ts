import { standardFailures, type Page, type SourceOfShape, use } from 'lectern';
import { ListOrder, Pages, type PagePlace } from '../../../infrastructure/database/index.ts';
import { failures } from '../failures.ts';
import type { payout } from '../shapes/payout.ts';

/** Record of a bank transfer that paid cash out to a user. */
export type Payout = SourceOfShape<typeof payout, 'public'>;

export interface NewPayout {
  readonly userId: string;
  /** Amount in hundredths of RMB. */
  readonly amount: number;
  /** Number of the bank transfer; unique among the payouts of the user. */
  readonly reference: string;
  /** Id of the manager who recorded the payout; null for the command line. */
  readonly paidBy: string | null;
}

const columns = `id, user_id as "userId", amount, reference, paid_by as "paidBy", created_at as "createdTime"`;
const newestFirst = new ListOrder('cash_payouts', [{ column: 'id', type: 'integer', descending: true }]);
const insertSql = `insert into cash_payouts (user_id, amount, reference, paid_by, created_at, transaction_id)
  values (?, ?, ?, ?, ?, ?) on conflict (user_id, reference) do nothing returning ${columns}`;

/** Records payouts of cash accounts, which hold payments that could not pay their trade. */
export class Payouts {
  readonly #clock = use('clock');
  readonly #database = use('database');
  readonly #ledger = use('ledger');
  readonly #pages = new Pages(this.#database, 'cash_payouts');

  /**
   * Records a payout and debits the cash account of the user.
   * @throws invalidParameter for an amount of 0, failures.payoutRepeated for a reference that was recorded before,
   *   ledgerFailures.insufficientBalance
   */
  async add({ userId, amount, reference, paidBy }: NewPayout): Promise<Payout> {
    if (amount === 0) throw nothingToPay();
    return this.#database.transaction(async () => {
      const movement = { from: { userId, kind: 'cash' as const }, to: 'cash.gateways' as const, amount };
      const transaction = await this.#ledger.post({ reason: 'cash.paid_out' }, [movement]);
      const values = [userId, amount, reference, paidBy, this.#clock.now(), transaction];
      const { rows } = await this.#database.raw<Payout>(insertSql, values);
      if (rows[0] === undefined) throw failures.payoutRepeated();
      return rows[0];
    });
  }

  /** @throws failures.noSuchPayout */
  async get(userId: string, id: string): Promise<Payout> {
    const sql = `select ${columns} from cash_payouts where id = ? and user_id = ?`;
    const { rows } = await this.#database.raw<Payout>(sql, [id, userId]);
    if (rows[0] === undefined) throw failures.noSuchPayout();
    return rows[0];
  }

  /** A page of a user's payouts, the newest first. */
  list(userId: string, place: PagePlace): Promise<Page<Payout>> {
    return this.#pages.list({ order: newestFirst, columns, conditions: { 'user_id = ?': userId }, place });
  }
}

function nothingToPay() {
  return standardFailures.invalidParameter({ details: [{ field: 'amount', message: 'must be more than 0' }] });
}
