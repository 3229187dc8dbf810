import { accepts, creates, fails, input, pageOf, paging, requires, resource, returns, summary, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { ownOrderFailures, type Orders } from '../../orders/index.ts';
import { failures } from '../failures.ts';
import type { Refunds } from '../services/refunds.ts';
import { refund, shownRefund } from '../shapes/refund.ts';

const request = { reason: input.optional(input.text({ description: 'Why.' })) };

/** Refunds, for managers of orders. */
@resource('/orders/{orderSn}/refunds')
export default class OrderRefunds {
  constructor(
    @use('refunds') protected readonly refunds: Refunds,
    @use('orders') protected readonly orders: Orders,
  ) {}

  /** Refunds of an order, the newest first. @throws noSuchOrder */
  @requires('admin_order')
  @accepts(paging)
  @fails(ownOrderFailures.noSuchOrder)
  @returns(pageOf(refund), 'public')
  async search({ params: { orderSn }, input: page }: Call<{ orderSn: string }, InputOf<typeof paging>>) {
    await this.orders.get(orderSn);
    const { data, total } = await this.refunds.list(orderSn, page);
    return { data: data.map(shownRefund), total };
  }

  /** One refund of an order. @throws failures.noSuchRefund */
  @requires('admin_order')
  @fails(failures.noSuchRefund)
  @returns(refund, 'public')
  async get({ params }: Call<{ orderSn: string; id: string }>) {
    return shownRefund(await this.refunds.get(params));
  }

  /** Refunds the whole payment of an order. @throws noSuchOrder, notRefundable */
  @summary('Refund an order.')
  @requires('admin_order')
  @accepts(request)
  @creates
  @fails(ownOrderFailures.noSuchOrder, failures.notRefundable)
  @returns(refund, 'public')
  async add({ params: { orderSn }, user, input: { reason = '' } }: Call<{ orderSn: string }, InputOf<typeof request>>) {
    return shownRefund(await this.refunds.refund({ orderSn, userId: user.id, reason }));
  }
}
