import type { BegunPayment } from './gateway.ts';

export type TradeStatus = 'paying' | 'paid' | 'closing' | 'closed';

/** A payment, made or under way. Amounts in minor units. */
export interface Trade {
  readonly id: string;
  /** Number of the trade: digits, unguessable. */
  readonly sn: string;
  readonly userId: string;
  readonly type: 'purchase' | 'recharge';
  /** The order that it pays; null for a recharge. */
  readonly orderSn: string | null;
  readonly gateway: string;
  readonly status: TradeStatus;
  /** Coins that it takes; held while it is open. */
  readonly coins: number;
  /** RMB that it takes. */
  readonly cash: number;
  /** Coins that a recharge buys. */
  readonly boughtCoins: number;
  /** Data to pay with; null until the platform has answered. */
  readonly begun: BegunPayment | null;
  /** The platform's number of the payment. */
  readonly platformSn: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly paidAt: Date | null;
}
