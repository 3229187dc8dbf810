import { use, type Page } from 'lectern';
import {
  Days,
  ListOrder,
  Pages,
  type OrderKey,
  type PagePlace,
  type Statement,
} from '../../../infrastructure/database/index.ts';
import { serialNumber } from '../../orders/index.ts';
import { failures } from '../failures.ts';
import type { BegunPayment } from '../gateway.ts';
import { statusesShownAs, tradeStatuses, tradeTypes } from '../trade.ts';
import type { Trade, TradeRefund, TradeStatus } from '../trade.ts';
import { matching, partsOf, sqlOf, type Condition, type Given, type TradeFilter } from './trade_conditions.ts';

export type NewTrade = Pick<Trade, 'userId' | 'type' | 'orderSn' | 'gateway' | 'coins' | 'cash' | 'boughtCoins'> & {
  /** Number from `newNumber`, if other statements need the number; by default a new number. */
  readonly sn?: string;
  readonly status: 'paying' | 'paid';
  readonly expiresAt: Date;
};

type Amount = 'coins' | 'cash' | 'boughtCoins';
type Row = Omit<Trade, Amount> & Readonly<Record<Amount, string>>;
type RefundRow = Pick<TradeRefund, 'status' | 'reason'> & Readonly<Record<'sn' | 'coins' | 'cash', string>>;

const columns = `id, sn, user_id as "userId", type, order_sn as "orderSn", gateway, status, coins, cash,
  bought_coins as "boughtCoins", begun, platform_sn as "platformSn", created_at as "createdAt",
  expires_at as "expiresAt", paid_at as "paidAt"`;
const byId: OrderKey = { column: 'id', type: 'integer', descending: true };
const newestFirst = new ListOrder('trades', [byId]);
const lastPaidFirst = new ListOrder('trades', [{ column: 'paid_at', type: 'time', descending: true }, byId]);
const select = `select ${columns} from trades`;

export class Trades {
  readonly #clock = use('clock');
  readonly #database = use('database');
  readonly #days = new Days(use('config').zone);
  readonly #pages = new Pages(this.#database, 'trades');
  readonly #insert: Statement<Row, NewTrade & { sn: string; now: Date; paidAt: Date | null }> =
    this.#database.statement(insertSql);
  readonly #bySn: Statement<Row, { sn: string }> = this.#database.statement(`${select} where sn = :sn`);
  readonly #lock: Statement<Row, { sn: string }> = this.#database.statement(`${select} where sn = :sn for update`);
  readonly #ofOrder: Statement<Row, { orderSn: string; status: TradeStatus }> = this.#database.statement(
    `${select} where order_sn = :orderSn and status = :status`,
  );
  readonly #move: Statement<object, { sn: string; from: TradeStatus; to: TradeStatus; paidAt: Date | null }> =
    this.#database.statement(
      'update trades set status = :to, paid_at = :paidAt where sn = :sn and status = :from returning id',
    );
  readonly #settle: Statement<object, { sn: string; platformSn: string }> = this.#database.statement(
    'update trades set platform_sn = :platformSn where sn = :sn',
  );
  readonly #keepBegun: Statement<{ status: TradeStatus }, { sn: string; begun: string }> = this.#database.statement(
    'update trades set begun = :begun where sn = :sn returning status',
  );
  readonly #due: Statement<Row, { until: Date; limit: number }> = this.#database.statement(
    `${select} where status in ('paying', 'closing') and asked_at <= :until order by asked_at limit :limit`,
  );
  readonly #asked: Statement<object, { sn: string; now: Date }> = this.#database.statement(
    'update trades set asked_at = :now where sn = :sn',
  );
  readonly #refunds: Statement<RefundRow, { orders: readonly string[] }> = this.#database.statement(refundsSql);

  newNumber(): string {
    return serialNumber(this.#clock.now());
  }

  /** Inserts a trade, or returns the existing trade of its order in this status. */
  async insert(trade: NewTrade): Promise<Trade> {
    const now = this.#clock.now();
    const { status, orderSn } = trade;
    const paidAt = status === 'paid' ? now : null;
    const made = await this.#insert.first({ ...trade, sn: trade.sn ?? this.newNumber(), now, paidAt });
    const row = made ?? (orderSn === null ? undefined : await this.#ofOrder.first({ orderSn, status }));
    if (!row)
      throw new Error(
        `The trade of the order ${orderSn} was not inserted, and the order has no trade in status ${status}. ` +
          'Report this as a defect of Lectern.',
      );
    return tradeOf(row);
  }

  /** @throws failures.noSuchTrade */
  async get(sn: string): Promise<Trade> {
    const found = await this.find(sn);
    if (!found) throw failures.noSuchTrade();
    return found;
  }

  async find(sn: string): Promise<Trade | undefined> {
    const row = await this.#bySn.first({ sn });
    return row && tradeOf(row);
  }

  /** A page of trades, the newest first; with days, the last paid first. */
  async list({ status, type, startDate, endDate, ...more }: TradeFilter, place: PagePlace): Promise<Page<Trade>> {
    const given: Given = { ...more, ...this.#days.instantsOf({ startDate, endDate }) };
    const names = Object.keys(sqlOf).filter((name) => given[name as Condition] !== undefined);
    const isByDay = names.includes('since') || names.includes('before');
    const shown = status ? statusesShownAs(status) : tradeStatuses;
    // Days are those of the payment, which only paid trades have.
    const statuses = isByDay ? shown.filter((one) => one === 'paid') : shown;
    const types = type ? [type] : tradeTypes;
    const hasFewRows = more.userId !== undefined || more.orderSn !== undefined;
    const isNarrowed = status !== undefined || type !== undefined || names.length > 0;
    const page = await this.#pages.read<Row>({
      order: isByDay ? lastPaidFirst : newestFirst,
      columns: (q) => [q.raw(columns)],
      found: (q, value) =>
        statuses.length === 0
          ? q('trades').whereRaw('false')
          : matching(given)(q, value).whereRaw('status = any(?) and type = any(?)', [
              value('statuses'),
              value('types'),
            ]),
      ...(isNarrowed && !hasFewRows && statuses.length > 0 && { parts: partsOf(matching(given), statuses, types) }),
      values: { ...given, statuses, types },
      place,
      variant: [...names, status, type].join(),
      forOperators: more.userId === undefined,
    });
    return { ...page, data: page.data.map(tradeOf) };
  }

  /** Returns the last refund of each refunded trade by the number of the trade, in one statement. */
  async refundsOf(trades: readonly Pick<Trade, 'orderSn'>[]): Promise<ReadonlyMap<string, TradeRefund>> {
    const orders = trades.flatMap(({ orderSn }) => orderSn ?? []);
    const rows = orders.length === 0 ? [] : await this.#refunds.all({ orders });
    return new Map(
      rows.map(({ sn, coins, cash, ...refund }) => [sn, { ...refund, coins: Number(coins), cash: Number(cash) }]),
    );
  }

  /** Locks a trade until the open transaction ends. Lock the order of the trade first. */
  async lock(sn: string): Promise<Trade | undefined> {
    const row = await this.#lock.first({ sn });
    return row && tradeOf(row);
  }

  /** Returns the open or the paid trade of an order, if there is one. */
  async ofOrder(orderSn: string, status: 'paying' | 'paid'): Promise<Trade | undefined> {
    const row = await this.#ofOrder.first({ orderSn, status });
    return row && tradeOf(row);
  }

  /** Changes the status of a locked trade. @throws Error when the stored status differs from the given trade */
  async move({ sn, status: from }: Trade, to: TradeStatus): Promise<void> {
    const paidAt = to === 'paid' ? this.#clock.now() : null;
    const moved = await this.#move.all({ sn, from, to, paidAt });
    if (moved.length === 0)
      throw new Error(
        `The trade ${sn} no longer has the status ${from}; lock the trade before the change of its status.`,
      );
  }

  /** Stores the number that the payment platform gave the payment. */
  async keepPlatformSn({ sn }: Trade, platformSn: string): Promise<void> {
    await this.#settle.all({ sn, platformSn });
  }

  /** Stores the payment data of a started payment. @returns the trade with its current status */
  async keepBegun(trade: Trade, begun: BegunPayment): Promise<Trade> {
    const kept = await this.#keepBegun.first({ sn: trade.sn, begun: JSON.stringify(begun) });
    return { ...trade, begun, ...kept };
  }

  /** Returns unfinished trades that were created, or last passed to `asked`, at or before `until`; the oldest first. */
  async due(until: Date, limit: number): Promise<Trade[]> {
    return (await this.#due.all({ until, limit })).map(tradeOf);
  }

  /** Records that the job `payments.reconcile` handles the trade now. */
  async asked({ sn }: Trade): Promise<void> {
    await this.#asked.all({ sn, now: this.#clock.now() });
  }
}

function tradeOf(row: Row): Trade {
  return { ...row, coins: Number(row.coins), cash: Number(row.cash), boughtCoins: Number(row.boughtCoins) };
}

const refundsSql = `select trade_sn as sn, status, coins, cash, reason from refunds
  where order_sn = any(:orders) and trade_sn is not null order by id`;

const insertSql = `
  insert into trades (sn, user_id, type, order_sn, gateway, status, coins, cash, bought_coins, created_at, expires_at,
    asked_at, paid_at)
  values (:sn, :userId, :type, :orderSn, :gateway, :status, :coins, :cash, :boughtCoins, :now, :expiresAt, :now, :paidAt)
  on conflict do nothing
  returning ${columns}`;
