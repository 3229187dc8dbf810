import { CouponEditing } from './services/coupon_editing.ts';
import { CouponRecords } from './services/coupon_records.ts';
import { Coupons } from './services/coupons.ts';
import { CouponDeadlines } from './services/coupon_deadlines.ts';

/** Section `modules.coupons` of the configuration; `module.json` holds the schema and the defaults. */
interface CouponsConfig {
  readonly wrongCodesPerHour: number;
}

declare module 'lectern' {
  interface Services {
    couponDeadlines: CouponDeadlines;
    couponEditing: CouponEditing;
    couponRecords: CouponRecords;
    coupons: Coupons;
    couponsConfig: CouponsConfig;
  }
}

export default {
  couponDeadlines: CouponDeadlines,
  couponEditing: CouponEditing,
  couponRecords: CouponRecords,
  coupons: Coupons,
};
