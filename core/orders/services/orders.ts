import type { Page, Services } from 'lectern';
import type { Coupons } from '../../coupons/index.ts';
import { together, type Database, type Statement } from '../../database/index.ts';
import { failures } from '../failures.ts';
import type { Order } from '../order.ts';
import { orderStates, shownStatus, type OrderStatus, type ShownStatus } from '../states.ts';
import { orderColumns, orderOf, type OrderRow } from './order_rows.ts';
import type { OrderSteps, Payment } from './order_steps.ts';

/** Filters and position of a list of orders. */
export interface OrderFilter {
  readonly userId?: string | undefined;
  readonly status?: ShownStatus | undefined;
  readonly offset: number;
  readonly limit: number;
}

type EventName = 'order.created' | 'order.paid' | 'order.closed' | 'order.refunded';

/** Stored orders and changes of their status. */
export class Orders {
  readonly #coupons: Coupons;
  readonly #database: Database;
  readonly #events: Services['events'];
  readonly #steps: OrderSteps;
  readonly #bySn: Statement<OrderRow, { sn: string }>;
  readonly #byIdOrSn: Statement<OrderRow, { text: string; id: string | null }>;
  readonly #lockBySn: Statement<OrderRow, { sn: string }>;

  constructor({
    coupons,
    database,
    events,
    orderSteps,
  }: Pick<Services, 'coupons' | 'database' | 'events' | 'orderSteps'>) {
    this.#coupons = coupons;
    this.#database = database;
    this.#events = events;
    this.#steps = orderSteps;
    const select = `select ${orderColumns} from orders`;
    this.#bySn = database.statement((q, param) => q.raw(`${select} where sn = ?`, [param('sn')]));
    this.#byIdOrSn = database.statement((q, param) =>
      q.raw(`${select} where sn = ? or id = ?::bigint order by sn <> ? limit 1`, [
        param('text'),
        param('id'),
        param('text'),
      ]),
    );
    this.#lockBySn = database.statement((q, param) => q.raw(`${select} where sn = ? for update`, [param('sn')]));
  }

  /** An order by its number. @throws failures.noSuchOrder */
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

  /** Like `get`, and locks the order until the open transaction ends. @throws failures.noSuchOrder */
  async lock(sn: string): Promise<Order> {
    const row = await this.#lockBySn.first({ sn });
    if (!row) throw failures.noSuchOrder();
    return orderOf(row);
  }

  /** A page of orders, the newest first. */
  async list({ userId, status, offset, limit }: OrderFilter): Promise<Page<Order>> {
    const wanted = () => {
      const query = this.#database.table('orders');
      if (userId !== undefined) query.where('user_id', userId);
      if (status !== undefined) query.whereIn('status', statusesShownAs(status));
      return query;
    };
    const columns = this.#database.knex.raw<OrderRow[]>(orderColumns);
    const page = wanted().orderBy('id', 'desc').offset(offset).limit(limit).select<OrderRow[]>(columns);
    const count = wanted().count({ total: '*' }).first<{ total: string }>();
    const [rows, { total }] = await Promise.all([page, count]);
    return { data: rows.map(orderOf), total: Number(total) };
  }

  /** Marks a locked order as being paid. */
  async begin(order: Order): Promise<Order> {
    return order.status === 'created' ? this.#steps.take(order, ['paying']) : order;
  }

  /**
   * Records the payment of a locked order; spends its coupon, and publishes the event for the delivery.
   * @returns ids of the events, to wait for
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

  /** Closes a locked unpaid order; its coupon can be used again. */
  async close(order: Order): Promise<Order> {
    const closed = await this.#steps.take(order, ['closed']);
    if (order.couponCode !== null) await this.#coupons.free(order.sn);
    await this.publish('order.closed', closed);
    return closed;
  }

  /** Changes the status of a locked order after its payment. */
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

function statusesShownAs(shown: ShownStatus): OrderStatus[] {
  return orderStates.names.filter((status) => shownStatus(status) === shown);
}
