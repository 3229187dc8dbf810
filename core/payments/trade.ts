import type { BegunPayment } from './gateway.ts';

export type TradeStatus = 'paying' | 'paid' | 'closing' | 'closed';

/** A stored payment. Amounts in minor units. */
export interface Trade {
  readonly id: string;
  /** Number of the trade: digits, unguessable. */
  readonly sn: string;
  readonly userId: string;
  readonly type: 'purchase' | 'recharge';
  /** Number of the order that the trade pays; null for a recharge. */
  readonly orderSn: string | null;
  readonly gateway: string;
  readonly status: TradeStatus;
  /** Coins that the trade costs; reserved while the trade is open. */
  readonly coins: number;
  /** RMB that the trade costs. */
  readonly cash: number;
  /** Coins that a recharge buys. */
  readonly boughtCoins: number;
  /** Data that leads to the payment; null until the platform has answered. */
  readonly begun: BegunPayment | null;
  /** The platform's number of the payment. */
  readonly platformSn: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly paidAt: Date | null;
}
