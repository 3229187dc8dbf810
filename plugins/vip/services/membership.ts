/** A stored membership. */
export interface Membership {
  readonly levelId: string;
  /** Unit of the last purchase; the price of an upgrade depends on it. */
  readonly unit: 'month' | 'year';
  /** The last moment of the membership. */
  readonly deadline: Date;
}

/** A membership after a change, with the reason. */
export interface Change extends Membership {
  readonly action: 'new' | 'renew' | 'upgrade' | 'refund';
  /** The order that paid for it; one order changes a membership once. */
  readonly orderSn?: string;
  /** Days of its level that the order bought; a refund takes them back. */
  readonly days?: number;
  /** The refunded order; one order is taken back once. */
  readonly refundedSn?: string;
}

/** Whether a membership exists and has not expired. */
export function isValid(held: Membership | undefined, now: Date): held is Membership {
  return held !== undefined && held.deadline >= now;
}
