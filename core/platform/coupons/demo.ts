import type { Services } from 'lectern';
import { insertDemoRows } from '../../infrastructure/database/index.ts';

const STUDENT = 4;
const NEWCOMER = 5;
const YEAR = 365;

// One statement inserts all coupons, so all have the same columns.
const fiveOff = {
  type: 'minus',
  rate: 5_00,
  status: 'receive',
  user_id: STUDENT,
  target_type: 'all',
  order_sn: null as string | null,
};

/**
 * Inserts usable coupons of both types and one without an owner. Further coupons are used, expired, or owned by another
 * user.
 */
export default async function demo({ clock, couponDeadlines, database }: Services): Promise<void> {
  const now = clock.now();
  const coupons = [
    { code: 'MINUS5', ...fiveOff },
    { code: 'RATE85', ...fiveOff, type: 'discount', rate: 8_50, target_type: 'course' },
    { code: 'USED01', ...fiveOff, status: 'used', order_sn: '2026010100000000001' },
    { code: 'OLD01', ...fiveOff },
    { code: 'OTHER1', ...fiveOff, user_id: NEWCOMER },
    { code: 'FREE01', ...fiveOff, status: 'unused', user_id: 0, target_type: 'course' },
  ];
  const rows = coupons.map((coupon, index) => ({
    id: index + 1,
    ...coupon,
    deadline: couponDeadlines.date(coupon.code === 'OLD01' ? -1 : YEAR),
    taken_at: coupon.order_sn && now,
    used_at: coupon.order_sn && now,
    created_at: now,
  }));
  await insertDemoRows(database, 'coupons', rows);
}
