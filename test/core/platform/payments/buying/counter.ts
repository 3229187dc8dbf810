import { expect } from 'chai';
import { SandboxControl } from '../../../../support/sandbox_control.ts';
import { Shop, type Bought, type Buyer } from '../../orders/shop.ts';
import type { LastingPlatform } from './lasting_platform.ts';
import type { Coupon, Model, ModelOrder, ModelTrade } from './model.ts';

const LATER = 49 * 3_600_000;
const ALIPAY = 'Alipay_LegacyExpress';

/** Buys for the buyer of the model over HTTP; payments are reported as a gateway does it. */
export class Counter {
  readonly #platform: LastingPlatform;
  readonly #shop: Shop;
  readonly #buyer: Buyer;
  readonly #manager: Buyer;
  readonly #orders = new Map<ModelOrder, Bought>();
  readonly #trades = new Map<ModelTrade, string>();

  private constructor(parts: { platform: LastingPlatform; shop: Shop; buyer: Buyer; manager: Buyer }) {
    this.#platform = parts.platform;
    this.#shop = parts.shop;
    this.#buyer = parts.buyer;
    this.#manager = parts.manager;
  }

  /** A buyer with coins and a coupon of each kind. */
  static async open(platform: LastingPlatform, shop: Shop, coins: number): Promise<Counter> {
    const counter = new Counter({
      platform,
      shop,
      buyer: await shop.buyer({ coins }),
      manager: await shop.known('manager'),
    });
    const { couponDeadlines, couponEditing } = shop.services;
    const usual = { deadline: couponDeadlines.date(30), userId: counter.#buyer.id };
    await couponEditing.add({ ...usual, code: counter.codeOf('minus'), type: 'minus', rate: 500 });
    await couponEditing.add({
      ...usual,
      code: counter.codeOf('discount'),
      type: 'discount',
      rate: 850,
      targetType: 'course',
    });
    return counter;
  }

  codeOf(kind: Coupon): string {
    return `${kind}${this.#buyer.id}`.toUpperCase();
  }

  post(path: string, body: object) {
    return this.#shop.post(path, body, this.#buyer);
  }

  delete(path: string) {
    return this.#platform.api.delete(`/api${path}`).set(this.#buyer.headers);
  }

  refund(sn: string) {
    return this.#shop.post(`/orders/${sn}/refunds`, {}, this.#manager);
  }

  snOf(order: ModelOrder): string {
    return this.#orders.get(order)!.sn;
  }

  /** Keeps the created order of an order of the model; a free one is paid already. */
  async bought(order: ModelOrder, made: Bought): Promise<void> {
    this.#orders.set(order, made);
    await this.delivered();
  }

  began(trade: ModelTrade, sn: string): void {
    this.#trades.set(trade, sn);
  }

  /** Finds the trades of an order. */
  async paid(order: ModelOrder, model: Model): Promise<void> {
    await this.delivered();
    for (const trade of model.trades) {
      if (trade.order !== order || this.#trades.has(trade)) continue;
      const state = trade.state === 'paid' ? 'paid' : 'paying';
      this.#trades.set(trade, (await this.#shop.services.trades.ofOrder(this.snOf(order), state))!.sn);
    }
  }

  notice(trade: ModelTrade, { number, amount }: { number: string; amount: number }) {
    const tradeSn = this.#trades.get(trade)!;
    return this.#shop.services.notices.receive(ALIPAY, { tradeSn, platformSn: number, paid: true, amount });
  }

  /** Tells the sandbox about a reported payment, so that it can refund it. */
  async rememberPayment(order: ModelOrder, model: Model): Promise<void> {
    const trade = model.trades.find((one) => one.order === order && one.state === 'paid');
    if (!trade || trade.cash === 0) return;
    const { paymentSandbox, trades } = this.#shop.services;
    const { sn, begun } = await trades.get(this.#trades.get(trade)!);
    const control = new SandboxControl(paymentSandbox.url!);
    if ((await control.find(sn))?.state === 'paid') return;
    // A sandbox that was started anew has lost its payments.
    const { pathname, search } = new URL(begun!.payUrl);
    await fetch(`${paymentSandbox.url}${pathname}${search}`, { redirect: 'manual' });
    await control.pay(sn, { silent: true });
  }

  /** Waits until all events are delivered. */
  async delivered(): Promise<void> {
    const waiting = `select count(*) as sum from event_deliveries where state = 'pending'`;
    for (const end = Date.now() + 30_000; (await this.#shop.sum(waiting)) > 0;) {
      if (Date.now() > end) throw new Error('Something was not delivered.');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  restart(): Promise<void> {
    return this.#platform.restart();
  }

  /** Moves the clock two days forward: expired orders are closed, also at the payment platform. */
  async expire(): Promise<void> {
    await this.#shop.later(LATER, async () => {
      await this.#shop.services.closing.closeExpired();
      await this.#shop.services.reconciliation.run();
    });
  }

  /** Expects the state of the model. */
  async expectSame(model: Model): Promise<void> {
    const { coupons, orders, trades } = await this.#kept();
    expect(await this.#balances()).to.deep.equal({ coins: model.coins, cash: model.cash });
    expect(coupons).to.deep.equal({ ...model.coupons });
    for (const one of model.orders) expect(orders.get(this.snOf(one)), this.snOf(one)).to.equal(one.state);
    for (const [one, sn] of this.#trades) expect(trades.get(sn), sn).to.equal(one.state);
    await this.#shop.expectSound();
  }

  async #balances() {
    const { rows } = await this.#shop.services.database.raw<{ kind: string; balance: string }>(
      'select kind, balance from audit_accounts where user_id = ?',
      [this.#buyer.id],
    );
    const of = (wanted: string) => Number(rows.find(({ kind }) => kind === wanted)?.balance ?? 0);
    return { coins: of('coin'), cash: of('cash') };
  }

  /** States of orders and trades as the API shows them, and of the coupons. */
  async #kept() {
    const { database, orders } = this.#shop.services;
    const { data } = await orders.list({ userId: this.#buyer.id, offset: 0, limit: 100 });
    const trades = await database
      .table<{ sn: string; status: string }>('trades')
      .where({ user_id: this.#buyer.id } as object);
    const coupons = await database
      .table<{ code: string; status: string }>('coupons')
      .where({ user_id: this.#buyer.id } as object);
    const told: Record<string, string> = {
      created: 'created',
      paying: 'created',
      paid: 'paid',
      success: 'paid',
      closing: 'closed',
    };
    const shown = (one: { sn: string; status: string }) => [one.sn, told[one.status] ?? one.status] as const;
    const statusOf = (kind: Coupon) => coupons.find(({ code }) => code === this.codeOf(kind))?.status;
    return {
      orders: new Map(data.map(shown)),
      trades: new Map(trades.map(shown)),
      coupons: { minus: statusOf('minus'), discount: statusOf('discount') },
    };
  }
}
