/** A membership as it is kept. */
export interface Membership {
  readonly levelId: string;
  /** What was bought last; the price of an upgrade depends on it. */
  readonly unit: 'month' | 'year';
  /** The last moment of the membership. */
  readonly deadline: Date;
}

/** What a membership becomes, and why. */
export interface Change extends Membership {
  readonly action: 'new' | 'renew' | 'upgrade' | 'refund';
  /** The order that paid for it; one order changes a membership once. */
  readonly orderSn?: string;
  /** Days of its level that the order bought; what it takes away again when it is refunded. */
  readonly days?: number;
  /** The order that was refunded; one order is taken back once. */
  readonly refundedSn?: string;
}

/** Whether there is a membership, and it has not expired. */
export function isValid(held: Membership | undefined, now: Date): held is Membership {
  return held !== undefined && held.deadline >= now;
}
