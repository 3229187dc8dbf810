import { accepts, fails, idempotent, input, resource, returns, standardFailures, summary, use } from 'lectern';
import type { Call } from 'lectern';
import { ledgerFailures } from '../../ledger/index.ts';
import { kindsOfGoods, orderFailures } from '../../orders/index.ts';
import { accountOf, userFailures } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { payCenterResult } from '../shapes/trade.ts';

const request = input.alsoInQuery({
  orderId: input.serial({ description: 'Id or number of an unpaid order, from `POST /orders`.' }),
  targetType: {
    ...input.text({ maxLength: 64, description: 'Kind of goods of the order, which has to match it.' }),
    ...kindsOfGoods,
  },
  payment: input.oneOf(['alipay', 'coin'], {
    description: 'Payment method: the Alipay page for desktops, or the coins that the order authorised.',
  }),
});

/** Payment of an order with authorised coins or by Alipay (specification, section 4, POST /pay_center). */
@resource('/pay_center')
export default class PayCenter {
  protected readonly payments = use('payments');

  @summary(
    'Pay an order by Alipay or authorised coins. Coins pay at once; Alipay needs the payer to follow the ' +
      'returned form or address.',
  )
  @idempotent
  @accepts(request)
  @fails(
    orderFailures.orderNotFound,
    orderFailures.notYourOrder,
    failures.couponGone,
    failures.methodNotEnabled,
    orderFailures.notForSale,
    orderFailures.payPasswordMissing,
    ledgerFailures.insufficientBalance.as({ status: 400 }),
    standardFailures.unavailable,
    userFailures.needsAccount,
  )
  @returns(payCenterResult, 'public')
  async add({ user, input: asked, request: { idempotencyKey: key, address } }: Call<object, typeof request>) {
    const { payment: method, ...order } = asked;
    const answer = await this.payments.byPayCenter({ ...order, method }, { userId: accountOf(user), address, key });
    return { ...answer, id: answer.orderId ?? '' };
  }
}
