import type { CouponStatus, CouponType } from '../enums.ts';
import type { CouponDeadlines } from './coupon_deadlines.ts';

/** Columns of every coupon, as the driver returns them. */
export interface CouponRow {
  readonly id: string;
  readonly code: string;
  readonly type: CouponType;
  readonly status: CouponStatus;
  readonly rate: string;
  readonly userId: string;
  /** The deadline in days since 1970: the driver would parse a date in the zone of this machine. */
  readonly day: number;
  readonly targetType: string;
  readonly targetId: string;
}

export const couponColumns = `coupons.id, code, type, status, rate, user_id as "userId",
  deadline - date '1970-01-01' as day, target_type as "targetType", target_id as "targetId"`;

/** Converts a row to a coupon, with the deadline as a Date. */
export function couponOf<R extends CouponRow>({ day, ...row }: R, deadlines: CouponDeadlines) {
  return { deadline: deadlines.endOf(day), ...row };
}
