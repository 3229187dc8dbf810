import { accepts, input, pageOf, requires, resource, returns, use, summary, type Call } from 'lectern';
import { daysInput, keysetPaging } from '../../../infrastructure/database/index.ts';
import { outcomes, paymentNotice } from '../shapes/payment_notice.ts';

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
