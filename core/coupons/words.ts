/** What a coupon does: takes an amount off the price, or leaves a share of it to pay. */
export const couponTypes = ['minus', 'discount'] as const;
export type CouponType = (typeof couponTypes)[number];

/**
 * States of a coupon: nobody's yet, or given to its owner without a claim; in the owner's hands; bound to an order that
 * waits for its payment; spent.
 */
export const couponStatuses = ['unused', 'receive', 'using', 'used'] as const;
export type CouponStatus = (typeof couponStatuses)[number];

/** The `targetType` of a coupon for whatever is sold. */
export const ANY_GOODS = 'all';

/** The `userId` of a coupon that nobody has claimed, the `targetId` of one for all goods of its type. */
export const NONE = '0';
