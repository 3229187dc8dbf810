import { input, type InputOf } from 'lectern';
import { couponTypes } from './words.ts';

/** Input of a new coupon. */
export const newCoupon = {
  code: input.optional(
    input.text({
      pattern: '^[A-Za-z0-9_-]{4,50}$',
      expected: '4 to 50 letters, digits, _ and -',
      description: 'Code of the coupon; default: a random one.',
    }),
  ),
  type: input.oneOf(couponTypes, {
    description: 'Whether it takes an amount off, or leaves a share of the price to pay.',
  }),
  rate: input.money({ description: 'The amount in RMB; or tenths of the price to pay, 8.5 for 85 %.' }),
  deadline: input.text({
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
    expected: 'a date such as 2018-08-25',
    description: 'Last day on which it can be used, in the zone of this installation.',
  }),
  userId: input.optional(input.id('Id of the owner; default: the first user of the coupon.')),
  targetType: input.optional(
    input.text({
      pattern: '^[a-z][a-z0-9_]{0,49}$',
      expected: 'all, or a kind of goods such as course',
      description: 'Kind of goods that it is for; default: all.',
    }),
  ),
  targetId: input.optional(input.idOrZero('Id of the goods that it is for; 0, the default, means all of the kind.')),
};

export type NewCoupon = InputOf<typeof newCoupon>;
