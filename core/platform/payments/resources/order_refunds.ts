import { accepts, creates, fails, input, pageOf, resource, returns, summary, use, type Call } from 'lectern';
import { recordsItself } from '../../../infrastructure/audit/index.ts';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { ownOrderFailures } from '../../orders/index.ts';
import { failures } from '../failures.ts';
import type { Refund } from '../services/refunds.ts';
import { refund, shownRefund } from '../shapes/refund.ts';

const newRefund = {
  reason: input.optional(
    input.text({ description: 'Reason of the refund, optional. The payer reads the reason with the payment.' }),
  ),
};

@resource('/orders/{orderSn}/refunds', {
  requires: 'admin_order',
  missing: failures.noSuchRefund,
  parameters: { orderSn: input.text({ description: 'Number of the order, from `POST /orders`.' }) },
})
export default class OrderRefunds {
  protected readonly refunds = use('refunds');
  protected readonly orders = use('orders');
  protected readonly trail = use('auditTrail');

  @summary('List the refunds of an order, newest first')
  @accepts(keysetPaging)
  @fails(ownOrderFailures.noSuchOrder)
  @returns(pageOf(refund), 'public')
  async search({ params: { orderSn }, input }: Call<{ orderSn: string }, typeof keysetPaging>) {
    await this.orders.get(orderSn);
    const page = await this.refunds.list({ orderSn }, input);
    return { ...page, data: page.data.map(shownRefund) };
  }

  @summary('Get a refund of an order')
  @returns(refund, 'public')
  async get({ params }: Call<{ orderSn: string; id: string }>) {
    return shownRefund(await this.refunds.get(params));
  }

  @summary(
    'Refund an order. The order must be paid. The whole payment goes back: coins to the account of the owner, RMB by the payment platform. The owner loses the goods, and a coupon stays used.',
  )
  @recordsItself
  @accepts(newRefund)
  @creates
  @fails(ownOrderFailures.noSuchOrder, failures.notRefundable)
  @returns(refund, 'public')
  async add({ params, user, request, input: { reason = '' } }: Call<{ orderSn: string }, typeof newRefund>) {
    const begun = (made: Refund) => this.trail.complete(request, shownRefund(made));
    const { orderSn } = params;
    return shownRefund(await this.refunds.refund({ orderSn, userId: user.id, reason, begun }));
  }
}
