import { field, shape } from 'lectern';

/**
 * Outcomes of a report: `paid` if the report paid its trade, otherwise the reason; `refunded_outside` for a refund that
 * was made at the site of the payment platform.
 */
export const outcomes = ['paid', 'unknown', 'wrong_amount', 'wrong_gateway', 'unapplied', 'refunded_outside'] as const;

const words =
  'paid; unknown: no such trade; wrong_amount or wrong_gateway: not that of the trade; unapplied: on the cash account of the payer; refunded_outside: a refund, made at the site of the platform.';

/** A report of a payment platform, with its outcome. */
export const paymentNotice = shape('PaymentNotice').mode('public', {
  id: field.intString('Id.'),
  receivedTime: field.datetime('Time when the report arrived.'),
  outcome: field.oneOf(outcomes, `Result: ${words}`),
  gateway: field.text('Gateway whose payment platform reported.'),
  tradeSn: field.text('Number of the trade, as the platform reports it.'),
  orderSn: field.nullable(field.text('Number of the order; null for a recharge and for an unknown trade.')),
  platformSn: field.text('Number of the payment at its platform; of the refund for refunded_outside.'),
  amount: field.money('Amount in RMB, as the platform reports it.'),
});
