import type { BuyType } from './product.ts';
import type { OrderStatus } from './states.ts';

/** A stored order. Amounts are hundredths of RMB or of a coin; the creation of the order fixes the prices. */
export interface Order {
  readonly id: string;
  /** Unguessable number of 30 digits. */
  readonly sn: string;
  readonly userId: string;
  readonly targetType: string;
  readonly targetId: string;
  readonly title: string;
  readonly status: OrderStatus;
  /** Price of the goods in RMB, without deductions. */
  readonly total: number;
  readonly couponCode: string | null;
  /** Deduction of the coupon from `total`, in RMB. */
  readonly couponAmount: number;
  /** Coins that the owner authorised with the payment password. */
  readonly authorisedCoins: number;
  /** Coins for one RMB, in hundredths. */
  readonly coinRate: number;
  /** Maximum of coins that may pay for the order. */
  readonly maxCoins: number;
  /** Coins that paid for the order. */
  readonly paidCoins: number;
  readonly paidCash: number;
  /** Ordered unit of time, for goods sold by time; otherwise null. */
  readonly unit: 'month' | 'year' | null;
  readonly num: number | null;
  readonly buyType: BuyType | null;
  /** The `terms` of the offer: data for the delivery. */
  readonly terms: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  /** Payment deadline, after which the job `orders.close_expired` closes an unpaid order. */
  readonly closesAt: Date;
  readonly paidAt: Date | null;
}

export interface NamedOrder extends Order {
  readonly nickname: string | null;
}
