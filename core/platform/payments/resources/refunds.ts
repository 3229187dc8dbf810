import { accepts, input, pageOf, requires, resource, returns, use, summary, type Call } from 'lectern';
import { daysInput, keysetPaging } from '../../../infrastructure/database/index.ts';
import { refund, shownRefund } from '../shapes/refund.ts';
import { refundStatuses } from '../trade.ts';

const conditions = {
  status: input.optional(
    input.oneOf(refundStatuses, {
      description: 'Only refunds in this status, such as `running` until the platform answers.',
    }),
  ),
  ...daysInput('of the end'),
  ...keysetPaging,
};

@resource('/refunds')
export default class Refunds {
  protected readonly refunds = use('refunds');

  @summary('List refunds of all orders, newest first; with days, the last ended first')
  @requires('admin_order')
  @accepts(conditions)
  @returns(pageOf(refund), 'public')
  async search({ input: { status, startDate, endDate, ...place } }: Call<object, typeof conditions>) {
    const page = await this.refunds.list({ status, startDate, endDate }, place);
    return { ...page, data: page.data.map(shownRefund) };
  }
}
