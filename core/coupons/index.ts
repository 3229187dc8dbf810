// What other modules may know of coupons.
export { failures as couponFailures } from './failures.ts';
export type { Buyer, Coupons, Goods, PricedGoods, Quote, UsableCoupon } from './services/coupons.ts';
export { coupon } from './shapes/coupon.ts';
