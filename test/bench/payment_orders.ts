import type { Services } from 'lectern';
import { PAY_PASSWORD } from '../core/platform/orders/shop.ts';
import { seed } from '../support/seed.ts';
import type { CheckedRequest } from './load.ts';

/** A request that pays one order. */
export type Payment = CheckedRequest & { readonly body: string };

interface Prepared {
  readonly id: string;
  readonly sn: string;
  readonly userId: string;
}

const USERS = 100;
const SEEDED = 2_500;
const PRICE = 10_00;
const COINS = 1_000_000_00;

const json = { 'Content-Type': 'application/json' };

/** Unpaid orders of many users for many courses, so that payments do not wait for locks of other payments. */
export class PaymentOrders {
  readonly #services: Services;
  readonly #tokens = new Map<string, string>();
  #orders: readonly Prepared[] = [];
  #next = 0;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Creates an order for each pair of a user and a course, as a copy of an order that was created by a request. */
  async prepare(): Promise<void> {
    const { database } = this.#services;
    await seed(this.#services, SEEDED);
    await this.#addUsers();
    const id = await this.#template();
    const orders = await this.#columns('orders', ['id', 'sn', 'user_id', 'target_id']);
    const steps = await this.#columns('order_steps', ['order_id']);
    const { rows } = await database.raw<Prepared>(
      `with made as (
         insert into orders (sn, user_id, target_id, ${orders.names})
         select '9' || lpad((row_number() over ())::text, 28, '0'), buyer.id, course.id, ${orders.values}
         from orders as template, users as buyer, courses as course
         where template.id = ? and buyer.nickname like 'payer%' and course.id > 40 and course.status = 'published'
         returning id, sn, user_id
       ), steps as (
         insert into order_steps (order_id, ${steps.names})
         select made.id, ${steps.values} from made, order_steps as template where template.order_id = ?
       )
       select id, sn, user_id as "userId" from made order by random()`,
      [id, id],
    );
    this.#orders = rows;
    await database.raw('vacuum analyze');
  }

  /** Number of orders that requests have used. */
  get given(): number {
    return this.#next;
  }

  /** Returns a request that pays the next order by POST /pay_center. */
  readonly byPayCenter = (): Payment => {
    const { id, userId } = this.take();
    return this.#payment('/api/pay_center', userId, { orderId: id, targetType: 'course', payment: 'coin' });
  };

  /** Returns a request that pays the next order by POST /trades. */
  readonly byTrade = (): Payment => {
    const { sn, userId } = this.take();
    const coins = { coinAmount: PRICE / 100, payPassword: PAY_PASSWORD };
    return this.#payment('/api/trades', userId, { gateway: 'Coin', type: 'purchase', orderSn: sn, ...coins });
  };

  take(): Prepared {
    const order = this.#orders[this.#next++];
    if (order) return order;
    throw new Error(`All ${this.#orders.length} orders are paid; prepare more of them.`);
  }

  #payment(path: string, userId: string, body: object): Payment {
    const headers = { ...json, 'X-Auth-Token': this.#tokens.get(userId) ?? '' };
    return { path, headers, body: JSON.stringify(body) };
  }

  async #addUsers(): Promise<void> {
    const { database, ledger, tokens } = this.#services;
    const { rows } = await database.raw<{ id: string }>(
      `insert into users (nickname, roles, uuid, pay_password_hash)
       select 'payer' || n, array['ROLE_USER'], 'payer' || n, pay_password_hash
       from users, generate_series(1, ?::int) as n where nickname = 'student' returning id`,
      [USERS],
    );
    for (const { id: userId } of rows) {
      const movement = { from: 'coin.issued', to: { userId, kind: 'coin' }, amount: COINS } as const;
      await database.transaction(() => ledger.post({ reason: 'bench' }, [movement]));
      this.#tokens.set(userId, await tokens.issue(userId));
    }
  }

  /** Creates an order of 10.00 that authorised coins pay in full. @returns the id of the order */
  async #template(): Promise<string> {
    const { publicUrl, tokens } = this.#services;
    const headers = { ...json, 'X-Auth-Token': await tokens.issue('4') };
    const goods = { targetType: 'course', targetId: '1', coinPayAmount: PRICE / 100, payPassword: PAY_PASSWORD };
    const sent = { method: 'POST', headers, body: JSON.stringify(goods) };
    return ((await (await fetch(`${publicUrl()}/api/orders`, sent)).json()) as { id: string }).id;
  }

  /** Returns the names of the columns of a table without `but`, and the expressions that copy their values. */
  async #columns(table: string, but: readonly string[]): Promise<Record<'names' | 'values', string>> {
    const { rows } = await this.#services.database.raw<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = current_schema and table_name = ? and is_generated = 'NEVER' order by 1`,
      [table],
    );
    const names = rows.map(({ name }) => name).filter((name) => !but.includes(name));
    return { names: names.join(', '), values: names.map((name) => `template.${name}`).join(', ') };
  }
}
