import { use, type Page } from 'lectern';
import {
  Days,
  ListOrder,
  Pages,
  type DayRange,
  type OrderKey,
  type PagePlace,
  type Write,
} from '../../../infrastructure/database/index.ts';
import type { Job } from '../../../infrastructure/jobs/index.ts';
import type { Movement } from '../../ledger/index.ts';
import { serialNumber, type Order } from '../../orders/index.ts';
import { failures } from '../failures.ts';
import { GatewayAway, GatewayRefusal } from '../gateway.ts';
import { refundStatuses } from '../trade.ts';

/** A stored refund. `coins` and `cash` are hundredths of a coin and of RMB. */
export interface Refund {
  readonly id: string;
  readonly sn: string;
  readonly orderSn: string;
  readonly tradeSn: string | null;
  readonly status: (typeof refundStatuses)[number];
  readonly coins: number;
  readonly cash: number;
  readonly reason: string;
  /** Id of the user who started the refund. */
  readonly userId: string;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

export interface RefundRequest {
  readonly orderSn: string;
  readonly userId: string;
  readonly reason: string;
  /** Called in the transaction that begins the refund. */
  readonly begun?: (refund: Refund) => Promise<void>;
}

/** Filter of a list of refunds, with the days of their end. `status` is ignored together with `orderSn`. */
export interface RefundFilter extends DayRange {
  readonly orderSn?: string | undefined;
  readonly status?: Refund['status'] | undefined;
}

type Row = Omit<Refund, 'coins' | 'cash'> & { readonly coins: string; readonly cash: string };

const columns = `id, sn, order_sn as "orderSn", trade_sn as "tradeSn", status, coins, cash, reason, user_id as "userId",
  created_at as "createdAt", ended_at as "endedAt"`;
const refundable: readonly string[] = ['paid', 'success', 'fail'];
const byId: OrderKey = { column: 'id', type: 'integer', descending: true };
const newestFirst = new ListOrder('refunds', [byId]);
const lastEndedFirst = new ListOrder('refunds', [{ column: 'ended_at', type: 'time', descending: true }, byId]);
const BATCH = 100;

/**
 * Refunds the whole payment of an order, only once: coins to the owner's account, cash through the payment platform.
 *
 * @example
 * const { status } = await refunds.refund({ orderSn, userId, reason: 'The trip is cancelled.' });
 */
export class Refunds implements Job {
  readonly name = 'payments.refund';
  readonly everySeconds = 60;
  readonly #addresses = use('paymentAddresses');
  readonly #clock = use('clock');
  readonly #database = use('database');
  readonly #days = new Days(use('config').zone);
  readonly #gateways = use('gateways');
  readonly #ledger = use('ledger');
  readonly #logger = use('logger');
  readonly #orders = use('orders');
  readonly #notices = use('paymentNotices');
  readonly #pages = new Pages(this.#database, 'refunds');
  readonly #trades = use('trades');

  /**
   * Refunds an order. While the payment platform is unavailable, the refund stays `running`, and the job tries again. A
   * refusal ends the refund as `failed`.
   * @returns the refund with its status
   * @throws ownOrderFailures.noSuchOrder, failures.notRefundable; Error when no module provides the gateway any more
   */
  async refund(request: RefundRequest): Promise<Refund> {
    const refund = await this.#database.transaction(() => this.#begin(request));
    return this.#carryOut(refund);
  }

  /** A page of refunds, the newest first; with days, the last ended first. */
  async list({ orderSn, status, ...days }: RefundFilter, place: PagePlace): Promise<Page<Refund>> {
    const { since, before } = this.#days.instantsOf(days);
    const isByDay = since !== undefined || before !== undefined;
    const statuses = status === undefined ? refundStatuses : [status];
    const narrowed: Write = (q, value) => {
      const found = q('refunds');
      if (since) void found.whereRaw('ended_at >= ?', [value('since')]);
      if (before) void found.whereRaw('ended_at < ?', [value('before')]);
      return orderSn === undefined ? found : found.where('order_sn', value('orderSn'));
    };
    const page = await this.#pages.read<Row>({
      order: isByDay ? lastEndedFirst : newestFirst,
      columns: (q) => [q.raw(columns)],
      found: (q, value) => narrowed(q, value).whereRaw('status = any(?)', [value('statuses')]),
      // One part for each status: an index returns the refunds of a status in the order of their end.
      ...(isByDay && { parts: statuses.map<Write>((one) => (q, value) => narrowed(q, value).where('status', one)) }),
      values: { orderSn, statuses, since, before },
      place,
      variant: [orderSn, status, since, before].map((one) => one !== undefined).join(),
      forOperators: true,
    });
    return { ...page, data: page.data.map(refundOf) };
  }

  /** @throws failures.noSuchRefund */
  async get({ orderSn, id }: Pick<Refund, 'orderSn' | 'id'>): Promise<Refund> {
    const { rows } = await this.#database.raw<Row>(`select ${columns} from refunds where id = ? and order_sn = ?`, [
      id,
      orderSn,
    ]);
    if (rows[0]) return refundOf(rows[0]);
    throw failures.noSuchRefund();
  }

  /** Resumes running refunds, which an unavailable payment platform or a killed process has interrupted. */
  async run(): Promise<void> {
    let after = '0';
    for (;;) {
      const { rows } = await this.#database.raw<Row>(
        `select ${columns} from refunds where status = 'running' and id > ?::bigint order by id limit ?`,
        [after, BATCH],
      );
      for (const row of rows) await this.#goOn(refundOf(row));
      const last = rows[rows.length - 1];
      if (!last || rows.length < BATCH) return;
      after = last.id;
    }
  }

  /** Resumes one refund. Logs an error, such as a missing gateway, so that the other refunds are resumed, too. */
  async #goOn(refund: Refund): Promise<void> {
    const { sn, orderSn } = refund;
    try {
      await this.#carryOut(refund);
    } catch (err) {
      this.#logger.error(
        { err, sn, orderSn },
        `The refund ${sn} of the order ${orderSn} was interrupted; the field "err" says why, and the job tries again`,
      );
    }
  }

  async #begin({ orderSn, userId, reason, begun }: RefundRequest): Promise<Refund> {
    const order = await this.#orders.lock(orderSn);
    if (!refundable.includes(order.status)) throw failures.notRefundable();
    await this.#orders.move(order, 'refunding');
    const trade = await this.#trades.ofOrder(orderSn, 'paid');
    const { paidCoins: coins, paidCash: cash } = order;
    const now = this.#clock.now();
    const { rows } = await this.#database.raw<Row>(
      `insert into refunds (sn, order_sn, trade_sn, status, coins, cash, reason, user_id, created_at)
       values (?, ?, ?, 'running', ?, ?, ?, ?, ?) returning ${columns}`,
      [serialNumber(now), orderSn, trade?.sn ?? null, coins, cash, reason, userId, now],
    );
    const refund = refundOf(rows[0] as Row);
    await begun?.(refund);
    return refund;
  }

  async #carryOut(refund: Refund): Promise<Refund> {
    try {
      await this.#giveBackCash(refund);
    } catch (err) {
      const { sn, orderSn } = refund;
      const next = err instanceof GatewayRefusal ? 'fix the cause, then refund again' : 'a job tries again';
      this.#logger.warn(
        { err, sn, orderSn },
        `The payment platform has not made the refund ${sn} of the order ${orderSn}; ${next}`,
      );
      if (err instanceof GatewayAway) return refund;
      if (err instanceof GatewayRefusal) return this.#end(refund, 'failed');
      throw err;
    }
    return this.#end(refund, 'done');
  }

  /** Requests a refund of the cash, except the part that was refunded at the site of the payment platform. */
  async #giveBackCash({ sn: refundSn, tradeSn, cash, createdAt }: Refund): Promise<void> {
    if (cash === 0 || tradeSn === null) return;
    const amount = cash - (await this.#notices.refundedOutside(tradeSn));
    if (amount <= 0) return;
    const payment = await this.#trades.get(tradeSn);
    const notifyUrl = this.#addresses.notifyUrl(payment.gateway);
    await this.#gateways.of(payment).refund({ payment, refundSn, createdAt, paid: payment.cash, amount, notifyUrl });
  }

  /** Ends a running refund; of concurrent calls, only one has an effect. @returns the ended refund */
  #end(refund: Refund, status: 'done' | 'failed'): Promise<Refund> {
    return this.#database.transaction(async () => {
      const order = await this.#orders.lock(refund.orderSn);
      const { rows } = await this.#database.raw<Row>(
        `update refunds set status = ?, ended_at = ? where id = ? and status = 'running' returning ${columns}`,
        [status, this.#clock.now(), refund.id],
      );
      if (rows[0] === undefined) return this.get(refund);
      if (status === 'done') await this.#giveBackCoins(refund, order);
      await this.#orders.move(order, status === 'done' ? 'refunded' : 'success');
      return refundOf(rows[0]);
    });
  }

  async #giveBackCoins({ coins, cash, tradeSn, orderSn }: Refund, { userId, couponCode }: Order): Promise<void> {
    const movements: Movement[] = [];
    if (coins > 0) movements.push({ from: 'coin.sales', to: { userId, kind: 'coin' }, amount: coins });
    if (cash > 0) movements.push({ from: 'cash.sales', to: 'cash.gateways', amount: cash });
    if (movements.length === 0) return;
    const reference = { reason: 'order.refunded', orderSn, couponCode, ...(tradeSn && { tradeSn }) };
    await this.#ledger.post(reference, movements);
  }
}

function refundOf(row: Row): Refund {
  return { ...row, coins: Number(row.coins), cash: Number(row.cash) };
}
