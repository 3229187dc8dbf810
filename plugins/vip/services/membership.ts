export interface Membership {
  readonly levelId: string;
  /** Unit of the last purchase, which determines the price of an upgrade. */
  readonly unit: 'month' | 'year';
  /** Last moment of the membership. */
  readonly deadline: Date;
}

/** A membership after a change, with the reason. */
export interface Change extends Membership {
  readonly action: 'new' | 'renew' | 'upgrade' | 'refund' | 'end';
  /** Number of the order that paid for the change; each order changes a membership at most one time. */
  readonly orderSn?: string;
  /** Days of the level that the order bought; a refund takes these days back. */
  readonly days?: number;
  /** Number of the refunded order; the delivery of an order is taken back at most one time. */
  readonly refundedSn?: string;
  /** Reason that a manager gave for the change. */
  readonly reason?: string;
  readonly managerId?: string;
}

/** Whether a membership exists and has not expired. */
export function isValid(held: Membership | undefined, now: Date): held is Membership {
  return held !== undefined && held.deadline >= now;
}
