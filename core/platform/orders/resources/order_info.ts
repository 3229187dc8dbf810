import { accepts, fails, resource, returns, summary, use, type Call } from 'lectern';
import { accountOf, userFailures } from '../../users/index.ts';
import { failures, orderFailures } from '../failures.ts';
import { goods } from '../inputs.ts';
import { orderInfo } from '../shapes/order_info.ts';

/** Previews of orders (specification, section 4, Orders and payment). */
@resource('/order_info')
export default class OrderInfo {
  protected readonly previews = use('previews');

  @summary('Preview an order. Price, coupons and coins that you can use; nothing is stored.')
  @accepts(goods)
  @fails(failures.noSuchGoods, orderFailures.notForSale, userFailures.needsAccount)
  @returns(orderInfo, 'public')
  add({ user, input }: Call<object, typeof goods>) {
    const { targetType, targetId, unit, num } = input;
    return this.previews.of({ userId: accountOf(user), targetType, targetId, unit, num });
  }
}
