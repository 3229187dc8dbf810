export { failures as couponFailures } from './failures.ts';

export { coupon } from './shapes/coupon.ts';
