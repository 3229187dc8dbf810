import { field, shape } from 'lectern';
import type { SourceOfShape } from 'lectern';
import { outcomes, type PaymentNotice } from '../services/payment_notices.ts';

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

export function shownNotice({ receivedAt, ...same }: PaymentNotice): SourceOfShape<typeof paymentNotice, 'public'> {
  return { ...same, receivedTime: receivedAt };
}
