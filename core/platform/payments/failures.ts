import { defineFailures } from 'lectern';

/** Failures of payments, refunds and payouts (specification, section 7). */
export const failures = defineFailures({
  couponGone: [
    2003,
    400,
    'The coupon of the order was used meanwhile; close this order, and order again without the coupon.',
  ],
  notSignedIn: [2005, 400, 'Sign in to pay.'],
  methodNotEnabled: [
    2007,
    500,
    'The payment method, or the use of coins in the order, is not enabled; choose another method, or order without coins.',
  ],
  wrongAmount: [2010, 400, 'The number of coins (coinAmount) is too low or too high for this payment.'],
  noSuchTrade: [10, 404, 'There is no such trade.'],
  foreignTrade: [13, 403, 'Only the owner of a trade and managers of orders may read the trade.'],
  noSuchRefund: [10, 404, 'There is no such refund.'],
  noSuchPayout: [10, 404, 'There is no such payout.'],
  payoutRepeated: [
    14,
    409,
    'A payout with this reference was recorded before, and is not recorded again; another bank transfer has another reference.',
  ],
  notRefundable: [
    14,
    409,
    'Only a paid order can be refunded, within modules.orders.refundDays of its payment, and not after a retried delivery.',
  ],
});
