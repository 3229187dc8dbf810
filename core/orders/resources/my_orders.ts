import { accepts, fails, input, pageOf, paging, resource, returns, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { accountOf, userFailures } from '../../users/index.ts';
import type { Orders } from '../services/orders.ts';
import { order, shownOrder } from '../shapes/order.ts';
import { shownStatuses } from '../states.ts';

const conditions = {
  status: input.optional(input.oneOf(shownStatuses, { description: 'Only orders in this status.' })),
  ...paging,
};

/** Orders of the current user. */
@resource('/me/orders')
export default class MyOrders {
  constructor(@use('orders') protected readonly orders: Orders) {}

  /** A page of the caller's orders, the newest first. */
  @accepts(conditions)
  @fails(userFailures.needsAccount)
  @returns(pageOf(order), 'public')
  async search({ user, input: filter }: Call<object, InputOf<typeof conditions>>) {
    const { data, total } = await this.orders.list({ ...filter, userId: accountOf(user) });
    return { data: data.map(shownOrder), total };
  }
}
