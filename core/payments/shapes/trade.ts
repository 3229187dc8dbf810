import { field, shape } from 'lectern';
import type { SourceOfShape } from 'lectern';
import type { Trade as KeptTrade } from '../trade.ts';
import type { TradeAnswer } from '../services/trade_answers.ts';

const statuses = ['created', 'paid', 'closed'] as const;

/** Fields that lead to the payment; "" when nothing is left to pay. */
const payment = {
  paymentForm: field.text('The form that leads to the payment, as JSON: action, method and params.'),
  paymentHtml: field.text('A page that sends this form by itself.'),
  paymentUrl: field.text('URL that leads to the payment.'),
};

const invocation = (description: string) => field.optional(field.text(description));

/** A started or completed payment (specification, section 2, Trade). */
export const trade = shape('Trade')
  .mode('public', {
    tradeSn: field.text('Number of the trade.'),
    status: field.oneOf(statuses, 'Status.'),
  })
  .mode('begun', {
    payUrl: field.text('URL that leads to the payment; "" when nothing is left to pay.'),
    ...payment,
    qrcodeUrl: invocation('WechatPay_Native: content of the QR code.'),
    mwebUrl: invocation('WechatPay_MWeb: page that opens the app.'),
    appId: invocation('WechatPay_Js: parameter of the invocation.'),
    timeStamp: invocation('WechatPay_Js: parameter of the invocation.'),
    nonceStr: invocation('WechatPay_Js: parameter of the invocation.'),
    package: invocation('WechatPay_Js: parameter of the invocation.'),
    signType: invocation('WechatPay_Js: parameter of the invocation.'),
    paySign: field.optional(field.secret('WechatPay_Js: parameter of the invocation.')),
  });

/** A stored trade, for its owner and for managers of orders. */
export const keptTrade = shape('KeptTrade').mode('public', {
  tradeSn: field.text('Number of the trade.'),
  status: field.oneOf(statuses, 'Status.'),
  type: field.oneOf(['purchase', 'recharge'], 'What it is for.'),
  orderSn: field.nullable(field.text('Number of the order that it pays.')),
  gateway: field.text('Way to pay.'),
  coinAmount: field.money('Coins that it takes.'),
  cashAmount: field.money('RMB that it takes.'),
  boughtCoins: field.money('Coins that a recharge buys.'),
  createdTime: field.datetime('When it was begun.'),
  paidTime: field.nullable(field.datetime('When it was paid.')),
});

/** Answer of the pay center (specification, section 2, Pay-center result). */
export const payCenterResult = shape('PayCenterResult').mode('public', {
  id: field.intString('Id of the order.'),
  status: field.oneOf(['created', 'paid'], 'Status of the order.'),
  ...payment,
});

/** Converts a begun payment to the fields of the shape. */
export function shownBegun({ extra, ...answer }: TradeAnswer): SourceOfShape<typeof trade, 'begun'> {
  return { ...extra, ...answer };
}

/** Converts a stored trade to the fields of the shape. */
export function shownKept({ sn: tradeSn, status, ...kept }: KeptTrade): SourceOfShape<typeof keptTrade, 'public'> {
  const { coins: coinAmount, cash: cashAmount, createdAt: createdTime, paidAt: paidTime, ...same } = kept;
  const shown = { paying: 'created', paid: 'paid', closing: 'closed', closed: 'closed' } as const;
  return { ...same, tradeSn, status: shown[status], coinAmount, cashAmount, createdTime, paidTime };
}
