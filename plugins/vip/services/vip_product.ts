import { use } from 'lectern';
import { orderFailures, together, type Offer, type Product, type ProductRequest } from 'lectern/core';
import { vipSection } from '../settings_section.ts';
import type { Period } from './calendar.ts';
import type { Level } from './levels.ts';
import type { Membership } from './membership.ts';
import { periodOf, type Purchase } from './purchase.ts';
import { MAX_DAYS, periodPrice, upgradePrice } from './worth.ts';

/** The largest amount of money that the API accepts, in hundredths. */
const MAX_AMOUNT = 99_999_999_999_999n;

/** Memberships as products; offers and prices depend on the user's membership. */
export class VipProduct implements Product {
  readonly targetType = 'vip';
  readonly #calendar = use('vipCalendar');
  readonly #clock = use('clock');
  readonly #levels = use('vipLevels');
  readonly #members = use('vipMembers');
  readonly #settings = use('settings');

  /**
   * Offers a new membership, an extension of the same level, or an upgrade from a lower level.
   * @throws failures.levelNotFound when the level is missing or disabled
   * @throws orderFailures.notForSale while memberships are off, and for a level that the user's level includes
   * @throws orderFailures.notForSale for an upgrade with too few days left, and for too late a deadline or too high a
   * price
   * @throws invalidParameter when the unit or the number of units is not for sale
   */
  async offer({ userId, targetId, ...asked }: ProductRequest): Promise<Offer> {
    const now = this.#clock.now();
    const [level, held] = await together([this.#levels.get(targetId), this.#members.valid(userId, now)]);
    const values = await this.#settings.get(vipSection);
    if (!values.enabled) throw notForSale('Memberships are not for sale at the moment.');
    if (held && held.levelId !== level.id) {
      return this.#upgrade(level, held, { now, minDays: Number(values.upgradeMinDay) });
    }
    const period = periodOf(asked, values);
    this.#refuseEternity(period, { now, start: held?.deadline ?? now });
    const buyType = held ? 'renew' : 'new';
    return offerOf(level, periodPrice(level, period), { levelId: level.id, buyType, ...period });
  }

  async #upgrade(level: Level, held: Membership, { now, minDays }: { now: Date; minDays: number }): Promise<Offer> {
    const old = await this.#levels.rankAndPrices(held.levelId);
    if (Number(level.seq) <= Number(old.seq)) throw notForSale('Your current membership already includes this level.');
    const left = this.#calendar.daysBetween(now, held.deadline);
    if (left < minDays)
      throw notForSale(`An upgrade requires a membership of at least ${minDays} more days; yours has ${left}.`);
    const { unit } = held;
    const from = { levelId: old.id, until: held.deadline.toISOString() };
    const rest = { unit, duration: unitsOf(left, unit) };
    const price = upgradePrice({ from: old, to: level, unit }, left);
    return offerOf(level, price, { levelId: level.id, buyType: 'upgrade', ...rest, from });
  }

  /** @throws notForSale for a too late deadline: repeated renewals of a free level would exceed the range of dates */
  #refuseEternity(period: Period, { now, start }: { now: Date; start: Date }): void {
    const end = this.#calendar.endOfPeriod(start, period);
    if (this.#calendar.daysBetween(now, end) <= MAX_DAYS) return;
    throw notForSale('A membership must end within a hundred years from today; buy fewer units.');
  }
}

/** Returns the number of remaining units of a membership, rounded up, at least 1. */
function unitsOf(days: number, unit: Period['unit']): number {
  return Math.max(1, Math.ceil(days / (unit === 'year' ? 365 : 30)));
}

function offerOf({ name, icon, maxRate }: Level, price: bigint, purchase: Purchase): Offer {
  if (price > MAX_AMOUNT) throw notForSale('The price exceeds the maximum payment; buy fewer units.');
  const { unit, duration, buyType } = purchase;
  return {
    title: name,
    cover: icon === '' ? null : { small: icon, middle: icon, large: icon },
    price: Number(price),
    maxRate: Number(maxRate),
    // An upgrade keeps the deadline, so it has no number of units.
    period: { unit, buyType, ...(buyType !== 'upgrade' && { duration }) },
    terms: { ...purchase },
  };
}

function notForSale(message: string) {
  return orderFailures.notForSale({ message });
}
