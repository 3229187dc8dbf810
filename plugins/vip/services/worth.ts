import type { WholeNumber } from 'lectern';
import type { Period } from './calendar.ts';

/** Prices of a level, in hundredths of RMB. */
export interface Prices {
  readonly monthPrice: WholeNumber;
  readonly yearPrice: WholeNumber;
}

/** A change between two levels, at the prices of one unit. */
export interface Step {
  readonly from: Prices;
  readonly to: Prices;
  readonly unit: Period['unit'];
}

/** Maximum length of a membership in days: a hundred years. */
export const MAX_DAYS = 36_500;

/** Days in a unit, to divide the price of a unit into days. */
const daysOf = { month: 30n, year: 365n } as const;

// BigInt, because products of prices and days can exceed the safe integers.

/** Returns the price of a period, in hundredths. */
export function periodPrice(prices: Prices, { unit, duration }: Period): bigint {
  return priceOf(prices, unit) * BigInt(duration);
}

/**
 * Returns the price of an upgrade for `days` days in hundredths: the difference of both prices, rounded up. The price
 * is 0 when the higher level is not more expensive.
 */
export function upgradePrice({ from, to, unit }: Step, days: number): bigint {
  const difference = priceOf(to, unit) - priceOf(from, unit);
  const perUnit = daysOf[unit];
  return difference > 0n ? (difference * BigInt(days) + perUnit - 1n) / perUnit : 0n;
}

/**
 * Returns the number of days of level `to` with the value of `days` days of level `from`. The result is rounded down
 * and at most `days`.
 */
export function daysOfSameWorth(days: number, { from, to, unit }: Step): number {
  const [old, price] = [priceOf(from, unit), priceOf(to, unit)];
  return price > old ? Number((BigInt(days) * old) / price) : days;
}

/** Returns the days of a level that an amount of money pays for: rounded down, at most `MAX_DAYS`. */
export function daysFor(amount: number, prices: Prices, unit: Period['unit']): number {
  const price = priceOf(prices, unit) || 1n;
  return Math.min(MAX_DAYS, Number((BigInt(amount) * daysOf[unit]) / price));
}

function priceOf({ monthPrice, yearPrice }: Prices, unit: Period['unit']): bigint {
  return BigInt(unit === 'year' ? yearPrice : monthPrice);
}
