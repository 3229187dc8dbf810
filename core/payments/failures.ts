import { defineFailures } from 'lectern';

/** Failures of payments and refunds beside `orderFailures` (specification, section 7). */
export const failures = defineFailures({
  couponGone: [2003, 400, 'The coupon of the order was used meanwhile.'],
  notSignedIn: [2005, 400, 'Sign in to pay.'],
  methodNotEnabled: [2007, 500, 'This payment method is not enabled.'],
  wrongAmount: [2010, 400, 'The amount is wrong.'],
  noSuchTrade: [10, 404, 'There is no such trade.'],
  foreignTrade: [13, 403, 'A trade is shown to nobody but its owner.'],
  noSuchRefund: [10, 404, 'There is no such refund.'],
  notRefundable: [14, 409, 'Only an order that is paid and not finished can be refunded.'],
});
