import { accepts, fails, input, pageOf, resource, returns, use, summary, type Call } from 'lectern';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { accountOf, userFailures } from '../../users/index.ts';
import { kindsOfGoods } from '../inputs.ts';
import { order, shownOrder } from '../shapes/order.ts';
import { shownStatuses } from '../states.ts';

const conditions = {
  status: input.optional(
    input.oneOf(shownStatuses, { description: 'Only orders in this status, such as `created` for unpaid ones.' }),
  ),
  targetType: input.optional({
    ...input.text({ maxLength: 64, description: 'Only orders of this kind of goods.' }),
    ...kindsOfGoods,
  }),
  ...keysetPaging,
};

@resource('/me/orders')
export default class MyOrders {
  protected readonly orders = use('orders');
  protected readonly products = use('products');

  @summary('List your orders, newest first')
  @accepts(conditions)
  @fails(userFailures.needsAccount)
  @returns(pageOf(order), 'public')
  async search({ user, input: filter }: Call<object, typeof conditions>) {
    if (filter.targetType !== undefined) this.products.mustBeSold(filter.targetType);
    const page = await this.orders.list({ ...filter, userId: accountOf(user) });
    return { ...page, data: page.data.map(shownOrder) };
  }
}
