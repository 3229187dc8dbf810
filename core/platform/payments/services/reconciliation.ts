import { Failure, use } from 'lectern';
import { isInstance } from '../../../hosting/internals.ts';
import type { Job } from '../../../infrastructure/jobs/index.ts';
import type { Order, OrderCloser } from '../../orders/index.ts';
import { GatewayAway, GatewayRefusal } from '../gateway.ts';
import type { Trade } from '../trade.ts';
import { platformAway } from './gateways.ts';

const BATCH = 100;
const PAUSE_MS = 120_000;

/**
 * Job that queries the payment platforms about open trades, because reports may be lost, and closes cancelled payments
 * there. Before an order closes, `settle` queries the open trade of the order, so that no paid order is closed.
 */
export class Reconciliation implements Job, OrderCloser {
  readonly name = 'payments.reconcile';
  readonly everySeconds = 60;
  readonly #clock = use('clock');
  readonly #database = use('database');
  readonly #gateways = use('gateways');
  readonly #holds = use('holds');
  readonly #logger = use('logger');
  readonly #notices = use('notices');
  readonly #trades = use('trades');

  /** Handles unfinished trades, each at most every two minutes: queries, closes or expires the trade. */
  async run(): Promise<void> {
    const until = new Date(this.#clock.now().getTime() - PAUSE_MS);
    for (;;) {
      const due = await this.#trades.due(until, BATCH);
      for (const trade of due) await this.#lookAfter(trade);
      if (due.length < BATCH) return;
    }
  }

  async settle(order: Order): Promise<void> {
    const open = await this.#trades.ofOrder(order.sn, 'paying');
    if (!open?.begun) return;
    try {
      await this.#ask(open);
    } catch (err) {
      if (isInstance(err, Failure)) throw err;
      // Commands print errors only. A gateway that is gone or refuses needs the operator; one that is away does not.
      this.#logger[err instanceof GatewayAway ? 'warn' : 'error'](
        { err, tradeSn: open.sn },
        `The payment platform did not report the state of the trade ${open.sn}, so the order ${order.sn} stays open; the field "err" says why`,
      );
      throw platformAway(
        'The payment platform does not say whether the order is paid, so it stays open; try again later.',
      );
    }
  }

  async closing(order: Order): Promise<void> {
    await this.#holds.releaseOf(order);
  }

  /** Queries or ends one trade. Logs errors of gateways, so that the job continues with the other trades. */
  async #lookAfter(trade: Trade): Promise<void> {
    const { sn: tradeSn, orderSn, gateway } = trade;
    await this.#trades.asked(trade);
    try {
      if (trade.status === 'closing') await this.#end(trade);
      else if (trade.expiresAt <= this.#clock.now() && trade.orderSn === null) await this.#expire(trade);
      else if (trade.begun) await this.#ask(trade);
    } catch (err) {
      this.#logger.warn(
        { err, tradeSn, orderSn, gateway },
        `The trade ${tradeSn} of the gateway ${gateway} was not queried or ended; the field "err" says why, and the job tries again`,
      );
    }
  }

  async #ask(trade: Trade): Promise<void> {
    const notice = await this.#gateways.of(trade).ask(trade);
    if (notice?.paid) await this.#notices.receive(trade.gateway, notice);
  }

  /** Closes a trade. A payment that the payer has made meanwhile is credited to the cash account. */
  async #end(trade: Trade): Promise<void> {
    if (trade.begun) {
      try {
        await this.#gateways.of(trade).close(trade);
      } catch (error) {
        if (!(error instanceof GatewayRefusal)) throw error;
        await this.#ask(trade);
      }
    }
    await this.#database.transaction(async () => {
      const locked = await this.#trades.lock(trade.sn);
      if (locked?.status === 'closing') await this.#trades.move(locked, 'closed');
    });
  }

  /** Cancels an expired recharge, unless a last query finds a payment. Trades of orders end when the orders close. */
  async #expire(trade: Trade): Promise<void> {
    if (trade.begun) await this.#ask(trade);
    await this.#database.transaction(async () => {
      const locked = await this.#trades.lock(trade.sn);
      if (locked?.status === 'paying') await this.#holds.release(locked);
    });
  }
}
