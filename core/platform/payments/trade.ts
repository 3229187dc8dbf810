import type { BegunPayment } from './gateway.ts';

export const tradeTypes = ['purchase', 'recharge'] as const;

export const tradeStatuses = ['paying', 'paid', 'closing', 'closed'] as const;

export type TradeStatus = (typeof tradeStatuses)[number];

/** Statuses of a trade in the API. */
export const shownStatuses = ['created', 'paid', 'closed'] as const;

export type ShownStatus = (typeof shownStatuses)[number];

/** Returns the statuses of trades that the API shows as the given one. */
export function statusesShownAs(status: ShownStatus): readonly TradeStatus[] {
  if (status === 'closed') return ['closing', 'closed'];
  return status === 'created' ? ['paying'] : ['paid'];
}

export const refundStatuses = ['running', 'done', 'failed'] as const;

/** The last refund of a trade. Amounts are hundredths of RMB or of a coin. */
export interface TradeRefund {
  readonly status: (typeof refundStatuses)[number];
  readonly coins: number;
  readonly cash: number;
  readonly reason: string;
}

/** A stored payment. Amounts are hundredths of RMB or of a coin. */
export interface Trade {
  readonly id: string;
  /** Unguessable number of 30 digits. */
  readonly sn: string;
  readonly userId: string;
  readonly type: (typeof tradeTypes)[number];
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
  /** Data for the payer; null before the answer of the payment platform, and for coins alone. */
  readonly begun: BegunPayment | null;
  /** Number of the payment at the payment platform; null until the payment, and for coins alone. */
  readonly platformSn: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly paidAt: Date | null;
}
