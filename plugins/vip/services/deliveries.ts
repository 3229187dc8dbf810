import { use } from 'lectern';
import type { Delivery, Order } from 'lectern/core';
import { extend } from './extension.ts';
import { MemberHistory, type Delivered } from './member_history.ts';
import { isValid, type Membership } from './membership.ts';
import { readPurchase } from './purchase.ts';
import { daysOfSameWorth } from './worth.ts';

/** Delivers paid memberships, and takes back refunded ones. */
export class Deliveries implements Delivery {
  readonly #calendar = use('vipCalendar');
  readonly #clock = use('clock');
  readonly #events = use('events');
  readonly #history = use(MemberHistory);
  readonly #levels = use('vipLevels');
  readonly #members = use('vipMembers');

  /**
   * Delivers a paid membership in the open transaction and publishes an event; a repeated call does nothing.
   * @throws failures.levelNotFound when the level was removed after the order
   */
  async deliver(order: Order): Promise<void> {
    const { userId, sn: orderSn } = order;
    const given = await this.#members.change(userId, (kept) => this.#extended(order, kept));
    if (!given) return;
    const { action, levelId, deadline } = given;
    const payload = { userId, levelId, deadline: this.#calendar.write(deadline), orderSn };
    await this.#events.publish(`vip.${action}`, payload);
  }

  /**
   * Takes back the delivery of an order in the open transaction; a repeated call does nothing. An unchanged membership
   * gets its former state. A changed membership loses days of the same worth, but is not shortened beyond today.
   */
  async takeBack({ userId, sn }: Order): Promise<void> {
    await this.#members.change(userId, async (kept) => {
      const given = await this.#history.delivered(sn);
      if (!kept || !given || (await this.#history.isRefunded(sn))) return undefined;
      const left = isUnchanged(kept, given) ? this.#before(given) : await this.#without(given, kept);
      return { ...left, action: 'refund' as const, refundedSn: sn };
    });
  }

  async #extended({ sn, terms, total, paidAt }: Order, kept: Membership | undefined) {
    if (await this.#history.delivered(sn)) return undefined;
    const purchase = readPurchase(terms);
    const now = paidAt ?? this.#clock.now();
    const level = await this.#levels.rankAndPrices(purchase.levelId);
    const held = isValid(kept, now) ? { ...kept, level: await this.#levels.rankAndPrices(kept.levelId) } : undefined;
    return { ...extend(this.#calendar, { purchase, level, total, now }, held), orderSn: sn };
  }

  /**
   * The membership before the delivery. A buyer without a former membership gets an expired one, because memberships
   * are never deleted.
   */
  #before({ levelId, unit, deadline, levelBefore, unitBefore, deadlineBefore }: Delivered): Membership {
    if (levelBefore !== null && unitBefore !== null && deadlineBefore !== null) {
      return { levelId: levelBefore, unit: unitBefore, deadline: deadlineBefore };
    }
    return { levelId, unit, deadline: earlier(deadline, this.#calendar.endOfDay(this.#clock.now(), -1)) };
  }

  async #without(given: Delivered, { levelId, unit, deadline }: Membership): Promise<Membership> {
    const from = await this.#levels.rankAndPrices(given.levelId);
    const to = await this.#levels.rankAndPrices(levelId);
    const days = daysOfSameWorth(given.days, { from, to, unit: given.unit });
    const today = this.#calendar.endOfDay(this.#clock.now());
    const shortened = this.#calendar.endOfDay(deadline, -days);
    return { levelId, unit, deadline: earlier(deadline, shortened > today ? shortened : today) };
  }
}

function isUnchanged(kept: Membership, given: Delivered): boolean {
  return kept.levelId === given.levelId && kept.deadline.getTime() === given.deadline.getTime();
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}
