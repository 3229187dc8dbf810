import { defineFailures } from 'lectern';

export const failures = defineFailures({
  // One message for all reasons, because a reason would reveal which codes exist.
  couponUnusable: [
    2003,
    400,
    'The coupon cannot be used for this order; choose another one, or order without a coupon.',
  ],
  couponNotFound: [10, 404, 'There is no such coupon.'],
  codeTaken: [14, 409, 'Another coupon has this code; choose another one.'],
  couponInUse: [
    14,
    409,
    'The coupon is bound to an order. Close the order first if it is unpaid; a coupon that paid stays.',
  ],
});
