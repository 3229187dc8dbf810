import { accepts, fails, idempotent, input, pageOf, requires, resource, returns, standardFailures, use } from 'lectern';
import { summary } from 'lectern';
import type { Call } from 'lectern';
import { couponFailures } from '../../coupons/index.ts';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { ledgerFailures } from '../../ledger/index.ts';
import { accountOf, done, userFailures } from '../../users/index.ts';
import { failures, orderFailures } from '../failures.ts';
import { goods } from '../inputs.ts';
import { madeOrder, order, shownNamed } from '../shapes/order.ts';
import { shownStatuses } from '../states.ts';

const request = {
  ...goods,
  couponCode: input.optional(
    input.text({ maxLength: 64, description: 'Code of a coupon for these goods, of the caller or unclaimed.' }),
  ),
  payPassword: input.optional(
    input.text({ maxLength: 500, description: 'Payment password, encrypted; required with coins.' }),
  ),
  ...input.alsoInQuery({
    coinPayAmount: input.optional(
      input.money({ description: 'Coins that the payment may use, at most `maxCoin` of the preview; default: none.' }),
    ),
    appPay: input.optional(
      input.oneOf(['Y', 'N'], {
        default: 'N',
        description: 'Whether the payer uses an app. The payment itself names the payment method.',
      }),
    ),
    payment: input.optional(
      input.text({ maxLength: 64, description: 'Intended payment method; the payment itself names the final one.' }),
    ),
  }),
};

const conditions = {
  sn: input.optional(input.text({ description: 'Only the order with this number.' })),
  userId: input.optional(input.id({ description: 'Only orders that the user with this id made.' })),
  buyer: input.optional(
    input.text({ description: 'Only orders of this user: nickname, e-mail address or mobile number.' }),
  ),
  status: input.optional(
    input.oneOf(shownStatuses, { description: 'Only orders in this status, such as `created` for unpaid ones.' }),
  ),
  ...keysetPaging,
};

/** Orders (specification, section 4, Orders and payment). */
@resource('/orders', {
  item: 'sn',
  parameters: { sn: input.text({ description: 'Number of the order, from `POST /orders`.' }) },
})
export default class Orders {
  protected readonly ordering = use('ordering');
  protected readonly orders = use('orders');
  protected readonly closing = use('closing');

  @summary('Create an order at the current price')
  @idempotent
  @accepts(request)
  @fails(
    failures.noSuchGoods,
    orderFailures.notForSale,
    couponFailures.couponUnusable,
    orderFailures.payPasswordMissing,
    orderFailures.payPasswordNotSet,
    orderFailures.payPasswordWrong,
    orderFailures.tooManyCoins,
    ledgerFailures.insufficientBalance,
    standardFailures.tooManyRequests,
    userFailures.needsAccount,
    'order.creating',
  )
  @returns(madeOrder, 'public')
  add({ user, input: body, request: { idempotencyKey: key } }: Call<object, typeof request>) {
    const userId = accountOf(user);
    const { targetType, targetId, unit, num, couponCode, coinPayAmount: coins = 0, payPassword } = body;
    const goods = { userId, targetType, targetId, unit, num, couponCode, coins, payPassword };
    return this.ordering.order(goods, { key, body });
  }

  @summary('Get an order. For its owner and for managers of orders.')
  @fails(failures.noSuchOrder, failures.foreignOrder)
  @returns(order, 'managed')
  async get({ params: { sn }, user }: Call<{ sn: string }>) {
    const found = await this.orders.get(sn);
    if (found.userId !== user.id && !user.permissions.has('admin_order')) throw failures.foreignOrder();
    return shownNamed(await this.orders.named(found));
  }

  @summary('List orders of all users, newest first')
  @requires('admin_order')
  @accepts(conditions)
  @returns(pageOf(order), 'managed')
  async search({ input: filter }: Call<object, typeof conditions>) {
    const page = await this.orders.listNamed(filter);
    return { ...page, data: page.data.map(shownNamed) };
  }

  @summary('Close an unpaid order. Its coupon and coins are released.')
  @fails(failures.noSuchOrder, failures.foreignOrder, failures.notClosable, standardFailures.unavailable)
  @returns(done, 'public')
  async remove({ params: { sn }, user, request }: Call<{ sn: string }>) {
    const { userId } = await this.orders.get(sn);
    const isForeign = userId !== user.id;
    if (isForeign && !user.permissions.has('admin_order')) throw failures.foreignOrder();
    // The operation requires no permission, so the audit trail does not record it. `close` records a manager's call.
    await this.closing.close(sn, isForeign ? { user, requestId: request.id } : undefined);
    return { success: true };
  }
}
