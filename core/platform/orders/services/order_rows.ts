import type { Order } from '../order.ts';

/** Columns of the table `orders`, under the names of `Order`. */
export const orderColumns = `id, sn, user_id as "userId", target_type as "targetType", target_id as "targetId", title, status,
  total, coupon_code as "couponCode", coupon_amount as "couponAmount", authorised_coins as "authorisedCoins",
  coin_rate as "coinRate", max_coins as "maxCoins", paid_coins as "paidCoins", paid_cash as "paidCash", unit, num,
  buy_type as "buyType", terms, created_at as "createdAt", closes_at as "closesAt", paid_at as "paidAt"`;

type Amount = 'total' | 'couponAmount' | 'authorisedCoins' | 'coinRate' | 'maxCoins' | 'paidCoins' | 'paidCash';

/** A row as the driver returns it: 64-bit integers are text. */
export type OrderRow = Omit<Order, Amount> & Readonly<Record<Amount, string>>;

export function orderOf(row: OrderRow): Order {
  return {
    ...row,
    total: Number(row.total),
    couponAmount: Number(row.couponAmount),
    authorisedCoins: Number(row.authorisedCoins),
    coinRate: Number(row.coinRate),
    maxCoins: Number(row.maxCoins),
    paidCoins: Number(row.paidCoins),
    paidCash: Number(row.paidCash),
  };
}
