import { accepts, input, pageOf, requires, resource, returns, use, summary, field, shape, type Call } from 'lectern';
import { daysInput, keysetPaging } from '../../../infrastructure/database/index.ts';
import { outcomes } from '../services/payment_notices.ts';

const words =
  'paid; unknown: no such trade; wrong_amount or wrong_gateway: not that of the trade; unapplied: on the cash account of the payer; refunded_outside: a refund, made at the site of the platform.';

/** A report of a payment platform, with its outcome. */
const paymentNotice = shape('PaymentNotice').mode('public', {
  id: field.intString('Id.'),
  receivedTime: field.datetime('Time when the report arrived.'),
  outcome: field.oneOf(outcomes, `Result: ${words}`),
  gateway: field.text('Gateway whose payment platform reported.'),
  tradeSn: field.text('Number of the trade, as the platform reports it.'),
  orderSn: field.nullable(field.text('Number of the order; null for a recharge and for an unknown trade.')),
  platformSn: field.text('Number of the payment at its platform; of the refund for refunded_outside.'),
  amount: field.money('Amount in RMB, as the platform reports it.'),
});

const conditions = {
  orderSn: input.optional(input.serial({ description: 'Only reports about payments of this order.' })),
  tradeSn: input.optional(input.serial({ description: 'Only reports about this trade.' })),
  outcome: input.optional(input.oneOf(outcomes, { description: 'Only reports with this result.' })),
  ...daysInput('of the report'),
  ...keysetPaging,
};

/** Reports of the payment platforms, for managers of orders. Messages with a wrong signature are in the log only. */
@resource('/payment_notices')
export default class PaymentNotices {
  protected readonly notices = use('paymentNotices');

  @summary('List the reports of payment platforms, newest first')
  @requires('admin_order')
  @accepts(conditions)
  @returns(pageOf(paymentNotice), 'public')
  search({ input: { orderSn, tradeSn, outcome, startDate, endDate, ...place } }: Call<object, typeof conditions>) {
    return this.notices.list({ orderSn, tradeSn, outcome, startDate, endDate }, place);
  }
}
