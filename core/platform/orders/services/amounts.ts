import { coinsFor, share, worthOf } from '../../ledger/index.ts';
import type { Order } from '../order.ts';
import type { Offer } from '../product.ts';
import type { CoinTerms } from './coin_terms.ts';

/** The parts of an order that decide its amount due. */
type Deducted = Pick<Order, 'total' | 'couponAmount'>;

/** Returns the amount due in hundredths of RMB: the price minus the deduction of the coupon. */
export function amountDue({ total, couponAmount }: Deducted): number {
  return total - couponAmount;
}

/** Returns the coins that pay the amount due in full, in hundredths. */
export function coinsDue(order: Deducted & Pick<Order, 'coinRate'>): number {
  return coinsFor(amountDue(order), order.coinRate);
}

/** Returns the amount in hundredths of RMB that remains due after a payment with coins. */
export function cashDue(order: Deducted & Pick<Order, 'coinRate'>, coins: number): number {
  return Math.max(0, amountDue(order) - worthOf(coins, order.coinRate));
}

/**
 * Returns the maximum of coins for goods, in hundredths: the coins for `maxRate` percent of the price, at most those
 * for the amount due; 0 while coins are disabled.
 */
export function mostCoins({ price, maxRate }: Offer, { enabled, rate }: CoinTerms, due: number): number {
  return enabled ? Math.min(share(coinsFor(price, rate), maxRate), coinsFor(due, rate)) : 0;
}
