import { defineFailures } from 'lectern';

/** Failures of payments, refunds and payouts (specification, section 7). */
export const failures = defineFailures({
  couponGone: [2003, 400, 'The coupon of the order was used meanwhile.'],
  notSignedIn: [2005, 400, 'Sign in to pay.'],
  methodNotEnabled: [2007, 500, 'This payment method is not enabled.'],
  wrongAmount: [2010, 400, 'The number of coins is too low or too high for this payment.'],
  noSuchTrade: [10, 404, 'There is no such trade.'],
  foreignTrade: [13, 403, 'Only the owner of a trade and managers of orders may read the trade.'],
  noSuchRefund: [10, 404, 'There is no such refund.'],
  noSuchPayout: [10, 404, 'There is no such payout.'],
  payoutRepeated: [14, 409, 'A payout with this reference has been recorded before.'],
  notRefundable: [14, 409, 'Only a paid order that is not finished can be refunded.'],
});
