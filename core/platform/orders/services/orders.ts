import { use, type Page } from 'lectern';
import {
  ListOrder,
  Pages,
  together,
  type PagePlace,
  type Statement,
  type Write,
} from '../../../infrastructure/database/index.ts';
import { failures } from '../failures.ts';
import type { NamedOrder, Order } from '../order.ts';
import { orderStates, shownStatus, type OrderStatus, type ShownStatus } from '../states.ts';
import { orderColumns, orderOf, type OrderRow } from './order_rows.ts';
import type { Payment } from './order_steps.ts';

/** Filters and position of a list of orders. */
export interface OrderFilter extends PagePlace {
  readonly sn?: string | undefined;
  readonly userId?: string | undefined;
  readonly status?: ShownStatus | undefined;
  /** Kind of goods; ignored without `userId`, because the index starts with the user. */
  readonly targetType?: string | undefined;
}

const newestFirst = new ListOrder('orders', [{ column: 'id', type: 'integer', descending: true }]);

type EventName = 'order.created' | 'order.paid' | 'order.closed' | 'order.refunded';

const select = `select ${orderColumns} from orders`;

/**
 * Reads stored orders and changes their status.
 *
 * @example
 * const { userId, status } = await orders.get(event.payload.orderSn);
 */
export class Orders {
  readonly #coupons = use('coupons');
  readonly #events = use('events');
  readonly #steps = use('orderSteps');
  readonly #users = use('users');
  readonly #database = use('database');
  readonly #pages: Pages = new Pages(this.#database, 'orders');
  readonly #bySn: Statement<OrderRow, { sn: string }> = this.#database.statement(`${select} where sn = :sn`);
  readonly #byIdOrSn: Statement<OrderRow, { text: string; id: string | null }> = this.#database.statement(
    `${select} where sn = :text or id = :id::bigint order by sn <> :text limit 1`,
  );
  readonly #lockBySn: Statement<OrderRow, { sn: string }> = this.#database.statement(
    `${select} where sn = :sn for update`,
  );

  /** @throws failures.noSuchOrder */
  async get(sn: string): Promise<Order> {
    const found = await this.find(sn);
    if (!found) throw failures.noSuchOrder();
    return found;
  }

  async find(sn: string): Promise<Order | undefined> {
    const row = await this.#bySn.first({ sn });
    return row && orderOf(row);
  }

  /** An order by its number or id; the number takes precedence. */
  async findByEither(idOrSn: string): Promise<Order | undefined> {
    const id = idOrSn.length < 19 || (idOrSn.length === 19 && idOrSn <= '9223372036854775807') ? idOrSn : null;
    const row = await this.#byIdOrSn.first({ text: idOrSn, id });
    return row && orderOf(row);
  }

  /** Reads an order and locks it until the open transaction ends. @throws failures.noSuchOrder */
  async lock(sn: string): Promise<Order> {
    const row = await this.#lockBySn.first({ sn });
    if (!row) throw failures.noSuchOrder();
    return orderOf(row);
  }

  /** A page of orders, the newest first. */
  async list(filter: OrderFilter): Promise<Page<Order>> {
    const { sn, userId, status, targetType } = filter;
    const narrowed = ordersOf(filter);
    const statuses = status === undefined ? [] : orderStates.names.filter((one) => shownStatus(one) === status);
    const page = await this.#pages.read<OrderRow>({
      order: newestFirst,
      columns: (q) => [q.raw(orderColumns)],
      found: (q, value) => {
        const found = narrowed(q, value);
        return status === undefined ? found : found.whereRaw('status = any(?)', [value('statuses')]);
      },
      ...(status !== undefined && { parts: statuses.map(inStatus(narrowed)) }),
      values: { sn, userId, statuses, targetType },
      place: filter,
      variant: `${sn !== undefined} ${userId !== undefined} ${status ?? ''} ${targetType !== undefined}`,
      forOperators: userId === undefined,
    });
    return { ...page, data: page.data.map(orderOf) };
  }

  /** A page of orders with their owners, the newest first. @param buyer login name of the owner */
  async listNamed({ buyer: login, userId, ...filter }: OrderFilter & { readonly buyer?: string | undefined }) {
    const page = await this.list({ ...filter, userId: await this.#users.idIn({ userId, login }) });
    return { ...page, data: await this.#users.withNicknames(page.data) };
  }

  /** Adds the nickname of the owner; null for a missing account. */
  async named(order: Order): Promise<NamedOrder> {
    const owner = (await this.#users.simpleByIds([order.userId])).get(order.userId);
    return { ...order, nickname: owner?.nickname ?? null };
  }

  /** Changes a locked order from `created` to `paying`; an order with another status stays unchanged. */
  async begin(order: Order): Promise<Order> {
    return order.status === 'created' ? this.#steps.take(order, ['paying']) : order;
  }

  /**
   * Records the payment of a locked order and publishes `order.paid`. Marks a coupon of the order as used and publishes
   * `coupon.used`.
   * @returns the paid order, and the ids of the events to wait for
   */
  async pay(order: Order, payment: Payment): Promise<{ order: Order; events: string[] }> {
    const path: OrderStatus[] = order.status === 'created' ? ['paying', 'paid'] : ['paid'];
    const { sn: orderSn, userId, couponCode } = order;
    const [paid, event, code] = await together([
      this.#steps.take(order, path, payment),
      this.publish('order.paid', { ...order, paidCoins: payment.coins, paidCash: payment.cash }),
      couponCode === null ? Promise.resolve(null) : this.#coupons.use(orderSn),
    ]);
    if (code === null) return { order: paid, events: [event] };
    return { order: paid, events: [event, await this.#events.publish('coupon.used', { code, userId, orderSn })] };
  }

  /** Closes a locked unpaid order, releases the coupon of the order, and publishes `order.closed`. */
  async close(order: Order): Promise<Order> {
    const closed = await this.#steps.take(order, ['closed']);
    if (order.couponCode !== null) await this.#coupons.free(order.sn);
    await this.publish('order.closed', closed);
    return closed;
  }

  /** Changes the status of a locked paid order; the change to `refunded` publishes `order.refunded`. */
  async move(order: Order, to: 'success' | 'fail' | 'finished' | 'refunding' | 'refunded'): Promise<Order> {
    const moved = await this.#steps.take(order, [to]);
    if (to === 'refunded') await this.publish('order.refunded', moved);
    return moved;
  }

  /** Publishes an event about an order. @returns id of the event */
  publish(name: EventName, order: Order): Promise<string> {
    const { id: orderId, sn: orderSn, userId, targetType, targetId, title, total, couponCode, terms } = order;
    const goods = { orderSn, orderId, userId, targetType, targetId, title, total, couponCode, terms };
    return this.#events.publish(name, { ...goods, coins: order.paidCoins, cash: order.paidCash });
  }
}

/** Whether an order is still waiting for its payment. */
export function isUnpaid({ status }: Order): boolean {
  return shownStatus(status) === 'created';
}

function ordersOf({ sn, userId, targetType }: OrderFilter): Write {
  return (q, value) => {
    const found = q('orders');
    if (sn !== undefined) found.where('sn', value('sn'));
    if (userId === undefined) return found;
    found.where('user_id', value('userId'));
    return targetType === undefined ? found : found.where('target_type', value('targetType'));
  };
}

function inStatus(found: Write): (status: OrderStatus) => Write {
  return (status) => (q, value) => found(q, value).where('status', status);
}
