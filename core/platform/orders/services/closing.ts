import { Failure, use, type Caller } from 'lectern';
import { isInstance } from '../../../hosting/internals.ts';
import type { Job } from '../../../infrastructure/jobs/index.ts';
import { failures } from '../failures.ts';
import type { Order } from '../order.ts';
import { isUnpaid } from './orders.ts';

const BATCH = 200;
const DAY_MS = 86_400_000;

/** Releases resources of a module when an order closes. Contributed to the extension point `orderClosers`. */
export interface OrderCloser {
  /**
   * Checks, outside of transactions, whether the order was paid, and may record the payment.
   * @throws unavailable when the state of the payment cannot be read
   */
  settle(order: Order): Promise<void>;
  /** Releases the resources, in the transaction that closes the order. */
  closing(order: Order): Promise<void>;
}

/** A manager and the id of the manager's request, for the audit trail. */
export interface Manager {
  readonly user: Caller;
  readonly requestId: string;
}

/** Closes unpaid orders past their payment deadline, and finishes delivered orders past their refund period. */
export class Closing implements Job {
  readonly name = 'orders.close_expired';
  readonly everySeconds = 60;
  readonly #auditTrail = use('auditTrail');
  readonly #clock = use('clock');
  readonly #config = use('ordersConfig');
  readonly #contributions = use('contributions');
  readonly #database = use('database');
  readonly #logger = use('logger');
  readonly #orders = use('orders');

  /**
   * Closes an order; does nothing for a closed order.
   * @param foreign the manager who closes the order of another user, for the audit trail
   * @throws failures.noSuchOrder, notClosable; unavailable; errors of order closers
   */
  async close(sn: string, foreign?: Manager): Promise<void> {
    const known = await this.#orders.get(sn);
    if (isUnpaid(known)) await this.#eachCloser((closer) => closer.settle(known));
    await this.#database.transaction(async () => {
      const order = await this.#orders.lock(sn);
      if (order.status === 'closed') return;
      if (!isUnpaid(order)) throw failures.notClosable();
      await this.#eachCloser((closer) => closer.closing(order));
      await this.#orders.close(order);
      if (foreign) await this.#record(sn, foreign);
    });
  }

  async #record(sn: string, { user: by, requestId }: Manager): Promise<void> {
    const values = { fields: [], before: { status: 'created' }, after: { status: 'closed' } };
    const path = `/orders/${sn}`;
    await this.#auditTrail.note({ by, action: 'remove', resource: '/orders', path, requestId, ...values });
  }

  async run(): Promise<void> {
    await this.closeExpired();
    await this.#finishDelivered();
  }

  /** Tries to close each unpaid order past its deadline. @returns the numbers of closed orders and of failures */
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

  /** Closes one order. Logs an error instead of throwing, so that one order does not block the others. */
  async #closeOne(sn: string): Promise<'closed' | 'paid' | 'failed'> {
    try {
      await this.close(sn);
      return 'closed';
    } catch (err) {
      if (isInstance(err, Failure) && err.kind === failures.notClosable) return 'paid';
      this.#logger.error(
        { err, sn },
        `The order ${sn} could not be closed; the field "err" says why, and the job tries again`,
      );
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
   * Calls the closers in turn. An error ends the calls and keeps the order open. The log names the module of the
   * closer, unless the error is a `Failure`.
   */
  async #eachCloser(ask: (closer: OrderCloser) => Promise<void>): Promise<void> {
    for (const closer of this.#contributions.of('orderClosers')) {
      try {
        await ask(closer);
      } catch (err) {
        const contributor = this.#contributions.moduleOf(closer);
        if (!isInstance(err, Failure))
          this.#logger.error(
            { err, contributor },
            `The order closer of module '${contributor}' failed, so the order stays open; the field "err" says why`,
          );
        throw err;
      }
    }
  }
}
