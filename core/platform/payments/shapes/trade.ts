import { field, shape, type SourceOfShape } from 'lectern';
import { refundStatuses, shownStatuses, tradeTypes, type Trade as KeptTrade, type TradeRefund } from '../trade.ts';
import type { TradeAnswer } from '../services/trade_answers.ts';

/** Fields for the payer; each is "" for a paid trade, and where the gateway does not use the field. */
const payment = {
  paymentForm: field.text('Form that opens the payment page, as JSON: action, method and params.'),
  paymentHtml: field.text('HTML page that submits the form automatically.'),
  paymentUrl: field.text('URL of the payment page; "" after the payment, and for gateways without one.'),
};

const invocation = (description: string) => field.optional(field.text(description));

/** A started or completed payment (specification, section 2, Trade). */
export const trade = shape('Trade')
  .mode('public', {
    tradeSn: field.text('Number of the trade, for `GET /trades/{sn}`.'),
    status: field.oneOf(shownStatuses, 'Status: created until the payment.'),
  })
  .mode('begun', {
    payUrl: field.text('URL of the payment page; "" after the payment, and for gateways without one.'),
    ...payment,
    qrcodeUrl: invocation('WechatPay_Native: content of the QR code.'),
    mwebUrl: invocation('WechatPay_MWeb: URL of the page that opens the WeChat app.'),
    appId: invocation('WechatPay_Js: parameter of the invocation.'),
    timeStamp: invocation('WechatPay_Js: parameter of the invocation.'),
    nonceStr: invocation('WechatPay_Js: parameter of the invocation.'),
    package: invocation('WechatPay_Js: parameter of the invocation.'),
    signType: invocation('WechatPay_Js: parameter of the invocation.'),
    paySign: field.optional(field.secret('WechatPay_Js: parameter of the invocation.')),
  });

/** A stored trade, for its owner and for managers. */
export const keptTrade = shape('KeptTrade')
  .mode('public', {
    tradeSn: field.text('Number of the trade, for `GET /trades/{sn}`.'),
    status: field.oneOf(shownStatuses, 'Status: created until the payment.'),
    type: field.oneOf(tradeTypes, 'Type: purchase of goods, or recharge of coins.'),
    orderSn: field.nullable(field.text('Number of the order to pay; null for a recharge.')),
    gateway: field.text('Payment method: name of a gateway, or Coin.'),
    coinAmount: field.money('Coins that the payer pays; 0.00 for a recharge.'),
    cashAmount: field.money('RMB that the payer pays at the payment platform; 0.00 for coins alone.'),
    boughtCoins: field.money('Coins that a recharge buys; 0.00 for a purchase.'),
    createdTime: field.datetime('Time of creation.'),
    paidTime: field.nullable(field.datetime('Time of the payment; null until then.')),
    refundStatus: field.nullable(
      field.oneOf(refundStatuses, 'Status of the last refund of the payment; null for a payment without refund.'),
    ),
    refundReason: field.text('Reason of the last refund, as the manager gave it; "" for none.'),
    refundedCoins: field.money('Coins that went back to the payer; 0.00 until a refund is done.'),
    refundedCash: field.money('RMB that went back to the payer; 0.00 until a refund is done.'),
  })
  .mode('managed', {
    userId: field.intString('Id of the user who pays.'),
    nickname: field.nullable(field.text('Nickname of the user who pays; null for a removed account.')),
    platformSn: field.nullable(
      field.text('Number of the payment at its platform; null until the payment, and for coins alone.'),
    ),
  });

/** Answer of the pay center (specification, section 2, Pay-center result). */
export const payCenterResult = shape('PayCenterResult').mode('public', {
  id: field.intString('Id of the order that was paid, or is to be paid.'),
  status: field.oneOf(['created', 'paid'], 'Status of the order: created until the payment.'),
  ...payment,
});

export function shownBegun({ extra, ...answer }: TradeAnswer): SourceOfShape<typeof trade, 'begun'> {
  return { ...extra, ...answer };
}

/** Converts a stored trade and its last refund to the fields of the shape, without the nickname. */
export function shownKept({ sn: tradeSn, status, ...kept }: KeptTrade, refund: TradeRefund | undefined) {
  const { coins: coinAmount, cash: cashAmount, createdAt: createdTime, paidAt: paidTime, ...same } = kept;
  const shown = { paying: 'created', paid: 'paid', closing: 'closed', closed: 'closed' } as const;
  const refunded = refund?.status === 'done' ? refund : { coins: 0, cash: 0 };
  return {
    ...same,
    tradeSn,
    status: shown[status],
    coinAmount,
    cashAmount,
    createdTime,
    paidTime,
    refundStatus: refund?.status ?? null,
    refundReason: refund?.reason ?? '',
    refundedCoins: refunded.coins,
    refundedCash: refunded.cash,
  };
}
