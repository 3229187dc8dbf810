import { Failure } from 'lectern';
import { isInstance } from 'lectern/host';
import type { Services } from 'lectern';
import type { Database } from '../../database/index.ts';
import type { Job } from '../../jobs/index.ts';
import type { OrdersConfig } from '../config.ts';
import { failures } from '../failures.ts';
import type { Order } from '../order.ts';
import { isUnpaid, type Orders } from './orders.ts';

const BATCH = 200;
const DAY_MS = 86_400_000;

/** Releases resources of other modules when an order closes; the extension point `orderClosers`. */
export interface OrderCloser {
  /**
   * Checks, outside of transactions, whether the order was paid after all; may record the payment. @throws unavailable
   */
  settle(order: Order): Promise<void>;
  /** Releases the resources, in the transaction that closes the order. */
  closing(order: Order): Promise<void>;
}

/** Closes unpaid orders, and finishes those past their refund period. */
export class Closing implements Job {
  readonly name = 'orders.close_expired';
  readonly everySeconds = 60;
  readonly #clock: Services['clock'];
  readonly #config: OrdersConfig;
  readonly #contributions: Services['contributions'];
  readonly #database: Database;
  readonly #logger: Services['logger'];
  readonly #orders: Orders;

  constructor({
    clock,
    contributions,
    database,
    logger,
    orders,
    ordersConfig,
  }: Pick<Services, 'clock' | 'contributions' | 'database' | 'logger' | 'orders' | 'ordersConfig'>) {
    this.#clock = clock;
    this.#config = ordersConfig;
    this.#contributions = contributions;
    this.#database = database;
    this.#logger = logger;
    this.#orders = orders;
  }

  /** Closes an order; does nothing for a closed order. @throws failures.noSuchOrder, notClosable, unavailable */
  async close(sn: string): Promise<void> {
    const known = await this.#orders.get(sn);
    if (isUnpaid(known)) await this.#eachCloser((closer) => closer.settle(known));
    await this.#database.transaction(async () => {
      const order = await this.#orders.lock(sn);
      if (order.status === 'closed') return;
      if (!isUnpaid(order)) throw failures.notClosable();
      await this.#eachCloser((closer) => closer.closing(order));
      await this.#orders.close(order);
    });
  }

  /** Closes overdue orders, and finishes delivered ones past their refund period. */
  async run(): Promise<void> {
    await this.closeExpired();
    await this.#finishDelivered();
  }

  /** Closes every order past its deadline. @returns how many were closed, and how many failed */
  async closeExpired(): Promise<{ closed: number; failed: number }> {
    const count = { closed: 0, failed: 0 };
    let after = '0';
    for (;;) {
      const expired = await this.#expired(after);
      for (const { sn } of expired) {
        const outcome = await this.#closeOne(sn);
        if (outcome !== 'paid') count[outcome]++;
      }
      const last = expired[expired.length - 1];
      if (!last || expired.length < BATCH) return count;
      after = last.id;
    }
  }

  /** An order whose payment platform is unavailable does not block the others. */
  async #closeOne(sn: string): Promise<'closed' | 'paid' | 'failed'> {
    try {
      await this.close(sn);
      return 'closed';
    } catch (err) {
      if (isInstance(err, Failure) && err.kind === failures.notClosable) return 'paid';
      this.#logger.error({ err, sn }, `The order ${sn} could not be closed; it is tried again`);
      return 'failed';
    }
  }

  async #expired(after: string): Promise<{ id: string; sn: string }[]> {
    const { rows } = await this.#database.raw<{ id: string; sn: string }>(
      `select id, sn from orders
       where status in ('created', 'paying') and closes_at <= ? and id > ?::bigint order by id limit ?`,
      [this.#clock.now(), after, BATCH],
    );
    return rows;
  }

  async #finishDelivered(): Promise<void> {
    const until = new Date(this.#clock.now().getTime() - this.#config.refundDays * DAY_MS);
    for (;;) {
      const { rows } = await this.#database.raw<{ sn: string }>(
        `select sn from orders where status = 'success' and paid_at <= ? order by paid_at limit ?`,
        [until, BATCH],
      );
      for (const { sn } of rows) await this.#finish(sn);
      if (rows.length < BATCH) return;
    }
  }

  async #finish(sn: string): Promise<void> {
    await this.#database.transaction(async () => {
      const order = await this.#orders.lock(sn);
      if (order.status === 'success') await this.#orders.move(order, 'finished');
    });
  }

  /**
   * Calls each closer. If one fails, the order stays open, and the log names the closer's module: its resources must
   * not be lost.
   */
  async #eachCloser(ask: (closer: OrderCloser) => Promise<void>): Promise<void> {
    for (const closer of this.#contributions.of('orderClosers')) {
      try {
        await ask(closer);
      } catch (err) {
        const contributor = this.#contributions.moduleOf(closer);
        if (!isInstance(err, Failure)) this.#logger.error({ err, contributor }, `'${contributor}' keeps an order open`);
        throw err;
      }
    }
  }
}
