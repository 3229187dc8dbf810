export { failures as couponFailures } from './failures.ts';
export type { UsableCoupon } from './services/coupons.ts';
export { coupon } from './shapes/coupon.ts';
