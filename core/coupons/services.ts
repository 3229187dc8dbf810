import { asClass } from 'lectern';
import type { CouponsConfig } from './config.ts';
import { CouponEditing } from './services/coupon_editing.ts';
import { CouponRecords } from './services/coupon_records.ts';
import { Coupons } from './services/coupons.ts';
import { Deadlines } from './services/deadlines.ts';

declare module 'lectern' {
  interface Services {
    couponDeadlines: Deadlines;
    couponEditing: CouponEditing;
    couponRecords: CouponRecords;
    coupons: Coupons;
    couponsConfig: CouponsConfig;
  }
}

export default {
  couponDeadlines: asClass(Deadlines),
  couponEditing: asClass(CouponEditing),
  couponRecords: asClass(CouponRecords),
  coupons: asClass(Coupons),
};
