import { use, type Page, type SourceOfShape, type WholeNumber } from 'lectern';
import { ListOrder, Pages, type PagePlace } from '../../../infrastructure/database/index.ts';
import type { UserAccount } from '../account.ts';
import type { coinEntry } from '../shapes/coins.ts';

/** An entry of the ledger: a change of the balance of an account, in hundredths; negative when the account pays. */
export type Entry = SourceOfShape<typeof coinEntry, 'public'>;

/** The cash of a user, in hundredths. */
export interface CashBalance {
  readonly userId: string;
  readonly cash: WholeNumber;
}

const newestFirst = new ListOrder('ledger_entries', [{ column: 'id', type: 'integer', descending: true }]);
const oldestFirst = new ListOrder('accounts', [{ column: 'id', type: 'integer' }]);
const transactionColumns = { reason: 'reason', order_sn: 'orderSn', trade_sn: 'tradeSn', coupon_code: 'couponCode' };
const entryColumns = Object.entries(transactionColumns)
  .map(([column, name]) => `(select ${column} from ledger_transactions where id = transaction_id) as "${name}"`)
  .join(', ');

/** Lists entries and balances of users' accounts. */
export class LedgerAccounts {
  readonly #database = use('database');
  readonly #entries = new Pages(this.#database, 'ledger_entries');
  readonly #accounts = new Pages(this.#database, 'accounts');

  entries({ userId, kind }: UserAccount, place: PagePlace): Promise<Page<Entry>> {
    return this.#entries.read<Entry>({
      order: newestFirst,
      columns: (q) => [q.raw(`id, amount, created_at as "createdTime", ${entryColumns}`)],
      found: (q, value) =>
        q('ledger_entries').whereRaw('account_id = (select id from accounts where user_id = ? and kind = ?)', [
          value('userId'),
          value('kind'),
        ]),
      values: { userId, kind },
      place,
      variant: 'of an account',
    });
  }

  /** Returns a page of the users with cash, the oldest cash account first. */
  withCash(place: PagePlace): Promise<Page<CashBalance>> {
    return this.#accounts.read<CashBalance>({
      order: oldestFirst,
      columns: (q) => [q.raw('user_id as "userId", balance as cash')],
      found: (q) => q('accounts').whereRaw(`kind = 'cash' and balance > 0`),
      values: {},
      place,
      variant: 'with cash',
      forOperators: true,
    });
  }
}
