import type { BuyType } from './product.ts';
import type { OrderStatus } from './states.ts';

/** An order as it is kept. Money in minor units; what it costs was frozen when it was made. */
export interface Order {
  readonly id: string;
  /** Number of the order: digits, unguessable. */
  readonly sn: string;
  readonly userId: string;
  readonly targetType: string;
  readonly targetId: string;
  readonly title: string;
  readonly status: OrderStatus;
  /** Price of the goods in RMB. */
  readonly total: number;
  readonly couponCode: string | null;
  /** What the coupon takes off. */
  readonly couponAmount: number;
  /** Coins whose use the owner authorised with the payment password. */
  readonly authorisedCoins: number;
  /** Coins for one RMB, in hundredths. */
  readonly coinRate: number;
  /** Most coins that may pay for it. */
  readonly maxCoins: number;
  /** What was paid. */
  readonly paidCoins: number;
  readonly paidCash: number;
  /** For what is sold by time: what was asked for, and the kind of purchase. */
  readonly unit: 'month' | 'year' | null;
  readonly num: number | null;
  readonly buyType: BuyType | null;
  /** What the product needs for the delivery. */
  readonly terms: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  /** When it closes unless it was paid. */
  readonly closesAt: Date;
  readonly paidAt: Date | null;
}

/** What is still to be paid in RMB: the price without what the coupon takes off. */
export function payable({ total, couponAmount }: Pick<Order, 'total' | 'couponAmount'>): number {
  return total - couponAmount;
}
