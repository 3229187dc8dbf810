import type { Services } from 'lectern';

/** Types of a coupon: `minus` deducts an amount, `discount` a part of the price. */
export const couponTypes = ['minus', 'discount'] as const;
export type CouponType = (typeof couponTypes)[number];

/**
 * Statuses of a coupon.
 * - `unused`: without an owner
 * - `receive`: owned by a user, because a manager gave it or a closed order released it
 * - `using`: bound to an unpaid order
 * - `used`: the order was paid
 */
export const couponStatuses = ['unused', 'receive', 'using', 'used'] as const;
export type CouponStatus = (typeof couponStatuses)[number];

/** The `targetType` of a coupon for goods of any kind. */
export const ANY_GOODS = 'all';

/** Values of `targetType` of a new coupon: any goods, or a kind that a module sells. */
export function couponTargets({ contributions }: Pick<Services, 'contributions'>): readonly string[] {
  return [...new Set([ANY_GOODS, ...contributions.of('products').map(({ targetType }) => targetType)])];
}

/** Value of `userId` for an unclaimed coupon, and of `targetId` for a coupon that applies to all goods of its type. */
export const NONE = '0';
