import { input, type InputOf } from 'lectern';
import { keysetPaging } from '../../infrastructure/database/index.ts';
import { couponStatuses, couponTargets, couponTypes } from './enums.ts';

export const newCoupon = {
  code: input.optional(
    input.text({
      minLength: 4,
      maxLength: 50,
      pattern: '^[A-Za-z0-9_-]+$',
      expected: 'letters, digits, _ and -',
      description: 'Code of the coupon; default: a random code.',
    }),
  ),
  type: input.oneOf(couponTypes, {
    description: 'Type of the deduction: minus for an amount, discount for a part of the price.',
  }),
  rate: input.money({
    description:
      'Deduction: for the type minus the amount in RMB, for discount the tenths of the price to pay, 8.5 for 85 %.',
  }),
  deadline: input.text({
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
    expected: 'a date such as 2018-08-25',
    description: 'Last day of validity, in the time zone of this installation.',
  }),
  userId: input.optional(input.id({ description: 'Id of the owner; default: the first buyer who uses the coupon.' })),
  targetType: input.optional({
    ...input.text({
      pattern: '^[a-z][a-z0-9_]{0,49}$',
      expected: 'all, or a kind of goods such as course',
      description: 'Kind of goods that the coupon applies to; default: all.',
    }),
    known: couponTargets,
  }),
  targetId: input.optional(
    input.idOrZero({ description: 'Id of the goods that the coupon applies to; default: 0, all goods of the kind.' }),
  ),
};

export const couponConditions = {
  code: input.optional(input.text({ description: 'Only the coupon with this code.' })),
  status: input.optional(input.oneOf(couponStatuses, { description: 'Only coupons with this status.' })),
  userId: input.optional(input.idOrZero({ description: 'Only coupons of this user; 0 for unclaimed ones.' })),
  ...keysetPaging,
};

export type CouponQuery = InputOf<typeof couponConditions>;
export type NewCoupon = InputOf<typeof newCoupon>;
