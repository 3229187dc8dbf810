import {
  accepts,
  fails,
  idempotent,
  input,
  open,
  pageOf,
  requires,
  resource,
  returns,
  standardFailures,
  summary,
  use,
} from 'lectern';
import type { Call, InputOf, OpenCall, Services } from 'lectern';
import { daysInput, keysetPaging } from '../../../infrastructure/database/index.ts';
import { ledgerFailures } from '../../ledger/index.ts';
import { orderFailures } from '../../orders/index.ts';
import { accountOf, userFailures } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { COIN } from '../services/gateways.ts';
import { keptTrade, shownBegun, shownKept, trade } from '../shapes/trade.ts';
import { shownStatuses, tradeTypes } from '../trade.ts';

const gateway = {
  ...input.text({ maxLength: 64, description: 'Payment method: a gateway of a payment platform, or Coin.' }),
  known: ({ gateways }: Services) => [...gateways.names, COIN],
};

const request = {
  ...input.alsoInQuery({
    gateway,
    type: input.oneOf(tradeTypes, { description: 'Type: purchase to pay an order, recharge to buy coins.' }),
    orderSn: input.optional(
      input.serial({
        description: 'Number of an unpaid order, from `POST /orders`; required for a purchase, ignored for a recharge.',
      }),
    ),
    coinAmount: input.optional(
      input.money({
        signed: true,
        description:
          'Coins: for a purchase those to use, by default those authorised with the order, required for Coin; for a recharge those to buy.',
      }),
    ),
  }),
  payPassword: input.optional(
    input.text({
      maxLength: 500,
      description: 'Payment password, encrypted; required with `coinAmount` for a purchase.',
    }),
  ),
  openid: input.optional(
    input.text({
      maxLength: 128,
      description: 'Id of the payer at WeChat, for WechatPay_Js; default: the id of the bound account.',
    }),
  ),
};

type Request = InputOf<typeof request>;

const conditions = {
  userId: input.optional(input.id({ description: 'Only payments that the user with this id began.' })),
  payer: input.optional(
    input.text({ description: 'Only payments of this user: nickname, e-mail address or mobile number.' }),
  ),
  orderSn: input.optional(input.text({ maxLength: 40, description: 'Only payments of the order with this number.' })),
  status: input.optional(input.oneOf(shownStatuses, { description: 'Only payments in this status.' })),
  gateway: input.optional({ ...gateway, description: 'Only payments by this payment method.' }),
  type: input.optional(input.oneOf(tradeTypes, { description: 'Only purchases, or only recharges.' })),
  ...daysInput('of the payment'),
  ...keysetPaging,
};

/** Payments (specification, section 4, POST /trades). */
@resource('/trades', {
  item: 'sn',
  parameters: { sn: input.text({ description: 'Number of the trade, `tradeSn` from `POST /trades`.' }) },
})
export default class Trades {
  protected readonly gateways = use('gateways');
  protected readonly payments = use('payments');
  protected readonly trades = use('trades');
  protected readonly users = use('users');

  @summary(
    'Pay an order, or buy coins. Starts the payment at a gateway; coins alone pay at once. A valid call ' +
      'without a credential fails with code 2005.',
  )
  @open
  @idempotent
  @accepts(request)
  @fails(
    standardFailures.missingParameter.as({ status: 400 }),
    standardFailures.wrongParameter,
    standardFailures.invalidParameter.as({ code: 7, status: 400 }),
    failures.notSignedIn,
    orderFailures.orderNotFound,
    orderFailures.notYourOrder,
    failures.couponGone,
    failures.wrongAmount,
    orderFailures.payPasswordMissing,
    orderFailures.payPasswordNotSet,
    orderFailures.payPasswordWrong.as({ status: 400 }),
    orderFailures.tooManyCoins,
    ledgerFailures.insufficientBalance.as({ status: 400 }),
    orderFailures.notForSale,
    'recharge.creating',
    standardFailures.tooManyRequests,
    standardFailures.unavailable,
    userFailures.needsAccount,
  )
  @returns(trade, 'begun')
  async add({ user, input: body, request: { idempotencyKey: key, address } }: OpenCall<object, Request>) {
    requireParts(body);
    this.gateways.mustSuit(body);
    if (!user) throw failures.notSignedIn();
    return shownBegun(await this.payments.byTrade(body, { userId: accountOf(user), address, key }));
  }

  @summary('List payments of all users, newest first; with days, the last paid first')
  @requires('admin_trade')
  @accepts(conditions)
  @returns(pageOf(keptTrade), 'managed')
  async search({ input: { offset, limit, after, ...given } }: Call<object, typeof conditions>) {
    const { payer: login, userId, ...filter } = given;
    const narrowed = { ...filter, userId: await this.users.idIn({ userId, login }) };
    const page = await this.trades.list(narrowed, { offset, limit, after });
    const refunds = await this.trades.refundsOf(page.data);
    const shown = page.data.map((one) => shownKept(one, refunds.get(one.sn)));
    return { ...page, data: await this.users.withNicknames(shown) };
  }

  @summary('Get a payment. For its owner and for managers of orders.')
  @fails(failures.noSuchTrade, failures.foreignTrade)
  @returns(keptTrade, 'public')
  async get({ params: { sn }, user }: Call<{ sn: string }>) {
    const found = await this.trades.get(sn);
    if (found.userId !== user.id && !user.permissions.has('admin_order')) throw failures.foreignTrade();
    return shownKept(found, (await this.trades.refundsOf([found])).get(sn));
  }
}

/** Checks the fields that the type requires. @throws missingParameter */
function requireParts({ type, orderSn, coinAmount }: Request): void {
  const field = type === 'purchase' ? 'orderSn' : 'coinAmount';
  if ((type === 'purchase' ? orderSn : coinAmount) !== undefined) return;
  throw standardFailures.missingParameter({ details: [{ field, message: 'is missing' }] });
}
