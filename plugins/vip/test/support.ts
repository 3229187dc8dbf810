import type { Order, ProductRequest } from 'lectern/core';
import type { Platform } from '../../../test/support/platform.ts';

/** Runs `work` with the clock of the test platform set to `time`. */
export async function at<T>({ kernel }: Platform, time: Date, work: () => Promise<T>): Promise<T> {
  const { clock } = kernel.services;
  const now = clock.now.bind(clock);
  clock.now = () => time;
  try {
    return await work();
  } finally {
    clock.now = now;
  }
}

/** Requested period of an order. */
export type Asked = Partial<Pick<ProductRequest, 'unit' | 'num'>>;

/** Orders memberships and delivers them as paid, without a payment. */
export class Shop {
  readonly #services: Platform['kernel']['services'];
  #orders = 2_026_000_000_000_000_000n;

  constructor({ kernel }: Platform) {
    this.#services = kernel.services;
  }

  /** Creates an order at the current price. */
  async order(userId: string, levelId: string, { unit, num }: Asked = {}): Promise<Order> {
    const { vipProduct, clock } = this.#services;
    const offer = await vipProduct.offer({ userId, targetId: levelId, unit, num });
    const id = String(++this.#orders);
    const money = { couponCode: null, couponAmount: 0, authorisedCoins: 0, coinRate: 100, maxCoins: 0, paidCoins: 0 };
    return {
      ...money,
      id,
      sn: id,
      userId,
      targetType: 'vip',
      targetId: levelId,
      title: offer.title,
      status: 'paid',
      total: offer.price,
      paidCash: offer.price,
      unit: null,
      num: null,
      buyType: null,
      // Converts the terms to JSON and back, like the database.
      terms: JSON.parse(JSON.stringify(offer.terms)),
      createdAt: clock.now(),
      closesAt: clock.now(),
      paidAt: null,
    };
  }

  /** Delivers an order as paid now. */
  async pay(order: Order): Promise<Order> {
    const paid = { ...order, paidAt: this.#services.clock.now() };
    await this.#services.database.transaction(() => this.#services.vipDeliveries.deliver(paid));
    return paid;
  }

  async buy(userId: string, levelId: string, asked: Asked = {}): Promise<Order> {
    return this.pay(await this.order(userId, levelId, asked));
  }

  async refund(order: Order): Promise<void> {
    await this.#services.database.transaction(() => this.#services.vipDeliveries.takeBack(order));
  }

  /** Level and last day of a membership: `2 until 2026-04-15`. */
  async membershipOf(userId: string): Promise<string> {
    const held = await this.#services.vipMembers.of(userId);
    return held ? `${held.levelId} until ${held.deadline.replace('T23:59:59+08:00', '')}` : 'none';
  }

  historyOf(userId: string) {
    return this.#services.database
      .table<Record<string, any>>('vip_member_history')
      .where('user_id', userId)
      .orderBy('id');
  }

  /** Events of the plugin about a user, in order of publication. */
  async eventsOf(userId: string): Promise<{ name: string; payload: Record<string, string> }[]> {
    const told = `select name, payload from events where name like 'vip.%' and payload->>'userId' = ? order by id`;
    return (await this.#services.database.raw<{ name: string; payload: Record<string, string> }>(told, [userId])).rows;
  }
}
