/**
 * Arithmetic of money. Every amount is a whole number of hundredths, of a coin or of one RMB. A rate is the number of
 * coins for one RMB, also in hundredths. Fractions are rounded in favour of the platform.
 */

const HUNDRED = 100n;

/**
 * Returns the coins that pay a price in full, in hundredths, rounded up.
 * @param price RMB in hundredths
 * @param rate coins for one RMB, in hundredths
 * @throws RangeError for an argument that is no whole number from 0, a rate of 0, or a result that is no safe integer
 * @example coinsFor(9_99, 50) // 5_00: half a coin for one RMB
 */
export function coinsFor(price: number, rate: number): number {
  return safe((amountOf('price', price) * rateOf(rate) + HUNDRED - 1n) / HUNDRED);
}

/**
 * Returns the value of coins in RMB, rounded down.
 * @param coins in hundredths
 * @param rate coins for one RMB, in hundredths
 * @returns RMB in hundredths
 * @throws RangeError for an argument that is no whole number from 0, a rate of 0, or a result that is no safe integer
 */
export function worthOf(coins: number, rate: number): number {
  return safe((amountOf('coins', coins) * HUNDRED) / rateOf(rate));
}

/**
 * Returns a percentage of an amount, rounded down.
 * @throws RangeError when an argument is no whole number from 0, or the percentage exceeds 100
 */
export function share(amount: number, percent: number): number {
  if (percent > 100) throw new RangeError(`The percentage is ${percent}; it must be at most 100.`);
  return safe((amountOf('amount', amount) * amountOf('percent', percent)) / HUNDRED);
}

function rateOf(rate: number): bigint {
  const exact = amountOf('rate', rate);
  if (exact === 0n)
    throw new RangeError('The rate is 0: no coins for one RMB. Set the rate to 1 (0.01 coins) or more.');
  return exact;
}

function amountOf(name: string, value: number): bigint {
  if (Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  throw new RangeError(
    `The ${name} is ${value}; it must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}. ` +
      'Pass money in hundredths, and round fractions before the call.',
  );
}

function safe(result: bigint): number {
  if (result <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(result);
  throw new RangeError(
    `The result ${result} is too large for exact arithmetic; it must be at most ${Number.MAX_SAFE_INTEGER}.`,
  );
}
