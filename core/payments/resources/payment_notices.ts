import { accepts, input, pageOf, requires, resource, returns, use, summary } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { daysInput, keysetPaging } from '../../database/index.ts';
import { outcomes } from '../services/payment_notices.ts';
import { paymentNotice, shownNotice } from '../shapes/payment_notice.ts';

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
  async search({
    input: { orderSn, tradeSn, outcome, startDate, endDate, ...place },
  }: Call<object, InputOf<typeof conditions>>) {
    const page = await this.notices.list({ orderSn, tradeSn, outcome, startDate, endDate }, place);
    return { ...page, data: page.data.map(shownNotice) };
  }
}
