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
  /** Its price, minor units. */
  readonly total: Order['total'];
  /** When it was paid. */
  readonly now: Date;
}

/** A membership that has not expired, and its level. */
export interface Held extends Membership {
  readonly level: RankAndPrices;
}

/** What a membership becomes by a purchase. */
export interface Extended extends Membership {
  readonly action: 'new' | 'renew' | 'upgrade';
  /** Days of its level that the purchase was worth. */
  readonly days: number;
}

/**
 * What a purchase makes of the membership that it finds when it was paid, which may be another one than it was bought for.
 * Nobody loses a level or what was paid, and no detour is cheaper than the straight way: what cannot be delivered as it
 * was bought, because of another order that was paid meanwhile, becomes time of the same worth on the higher level.
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

/** Whether an upgrade finds the membership that its price was made for, or more time of it. */
function isUpgradeOf({ purchase: { from }, level }: Bought, held: Held): boolean {
  return held.level.id === from?.levelId && isHigher(level, held.level) && held.deadline >= new Date(from.until);
}

/** The upgrade has paid for the time that was left when it was ordered; time that was added since is worth less now. */
function upgraded(calendar: Calendar, { purchase, level, total }: Bought, held: Held): Extended {
  const { unit, level: from } = held;
  const until = new Date(purchase.from?.until ?? held.deadline);
  const added = calendar.daysBetween(until, held.deadline);
  const kept = daysOfSameWorth(added, { from, to: level, unit });
  const deadline = added === 0 ? held.deadline : calendar.endOfDay(until, kept);
  return { levelId: level.id, unit, deadline, action: 'upgrade', days: daysFor(total, level, unit) };
}

/** Where the time that was bought begins: after what is left of the membership, as time on `level`. */
function startOn(calendar: Calendar, level: RankAndPrices, { held, now }: { held: Held | undefined; now: Date }): Date {
  if (!held) return now;
  if (held.level.id === level.id) return held.deadline;
  const left = calendar.daysBetween(now, held.deadline);
  return calendar.endOfDay(now, daysOfSameWorth(left, { from: held.level, to: level, unit: held.unit }));
}

/** What days of the level that was bought are on `level`. */
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
