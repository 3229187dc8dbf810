/** Kinds of a deduction: an amount, or a percentage. */
export const couponTypes = ['minus', 'discount'] as const;
export type CouponType = (typeof couponTypes)[number];

/**
 * States of a coupon.
 * - `unused`: unclaimed, or given to its owner without a claim
 * - `receive`: claimed by its owner
 * - `using`: bound to an unpaid order
 * - `used`: the order was paid
 */
export const couponStatuses = ['unused', 'receive', 'using', 'used'] as const;
export type CouponStatus = (typeof couponStatuses)[number];

/** The `targetType` of a coupon for goods of any kind. */
export const ANY_GOODS = 'all';

/** The `userId` of an unclaimed coupon, the `targetId` of a coupon for all goods of its type. */
export const NONE = '0';
