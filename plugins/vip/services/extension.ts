import type { Order } from 'lectern/core';
import type { Calendar } from './calendar.ts';
import type { RankAndPrices } from './levels.ts';
import type { Membership } from './membership.ts';
import type { Purchase } from './purchase.ts';
import { daysFor, daysOfSameWorth } from './worth.ts';

/** A paid purchase and its level. */
export interface Bought {
  readonly purchase: Purchase;
  readonly level: RankAndPrices;
  /** Price of the purchase, in hundredths of RMB. */
  readonly total: Order['total'];
  /** Time of the payment. */
  readonly now: Date;
}

/** A valid membership with its level. */
export interface Held extends Membership {
  readonly level: RankAndPrices;
}

export interface Extended extends Membership {
  readonly action: 'new' | 'renew' | 'upgrade';
  /** Days of the resulting level that the purchase added. */
  readonly days: number;
}

/**
 * Returns the membership after a purchase. The membership at the payment may differ from the membership at the order. A
 * purchase that no longer fits becomes time of equal worth on the higher level.
 */
export function extend(calendar: Calendar, bought: Bought, held: Held | undefined): Extended {
  if (held && isUpgradeOf(bought, held)) return upgraded(calendar, bought, held);
  const { purchase, total, now } = bought;
  const level = higher(bought.level, held?.level);
  const start = startOn(calendar, level, { held, now });
  const days = purchase.from
    ? daysFor(total, level, purchase.unit)
    : daysOn(level, bought, calendar.daysBetween(start, calendar.endOfPeriod(start, purchase)));
  const deadline = calendar.endOfDay(start, days);
  return { levelId: level.id, unit: purchase.unit, deadline, action: actionOf(level, held), days };
}

/** Whether the membership is still the base of the upgrade price: same level, and at least the same deadline. */
function isUpgradeOf({ purchase: { from }, level }: Bought, held: Held): boolean {
  return held.level.id === from?.levelId && isHigher(level, held.level) && held.deadline >= new Date(from.until);
}

/** Returns the upgraded membership. Time that was added after the order is converted to days of the higher level. */
function upgraded(calendar: Calendar, { purchase, level, total }: Bought, held: Held): Extended {
  const { unit, level: from } = held;
  const until = new Date(purchase.from?.until ?? held.deadline);
  const added = calendar.daysBetween(until, held.deadline);
  const kept = daysOfSameWorth(added, { from, to: level, unit });
  const deadline = added === 0 ? held.deadline : calendar.endOfDay(until, kept);
  return { levelId: level.id, unit, deadline, action: 'upgrade', days: daysFor(total, level, unit) };
}

/** Returns the start of the bought time: now, or the end of the current membership, converted to `level`. */
function startOn(calendar: Calendar, level: RankAndPrices, { held, now }: { held: Held | undefined; now: Date }): Date {
  if (!held) return now;
  if (held.level.id === level.id) return held.deadline;
  const left = calendar.daysBetween(now, held.deadline);
  return calendar.endOfDay(now, daysOfSameWorth(left, { from: held.level, to: level, unit: held.unit }));
}

/** Converts days of the bought level to days of equal worth on `level`. */
function daysOn(level: RankAndPrices, { level: from, purchase: { unit } }: Bought, days: number): number {
  return level.id === from.id ? days : daysOfSameWorth(days, { from, to: level, unit });
}

function actionOf(level: RankAndPrices, held: Held | undefined): Extended['action'] {
  if (!held) return 'new';
  return held.level.id === level.id ? 'renew' : 'upgrade';
}

function higher(bought: RankAndPrices, held: RankAndPrices | undefined): RankAndPrices {
  return held && !isHigher(bought, held) ? held : bought;
}

function isHigher(one: RankAndPrices, other: RankAndPrices): boolean {
  return Number(one.seq) > Number(other.seq);
}
