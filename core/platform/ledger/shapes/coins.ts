import { field, shape } from 'lectern';

export const coinBalance = shape('CoinBalance').mode('public', {
  balance: field.money('Coins in the account, without coins that an open payment reserves.'),
});

export const coinEntry = shape('CoinEntry').mode('public', {
  id: field.intString('Id.'),
  amount: field.money('Coins that the account receives, or pays if negative.'),
  reason: field.text('Cause of the change, such as `purchase.paid` or `order.refunded`.'),
  orderSn: field.nullable(field.text('Number of the order that the coins paid for or came back from; null for none.')),
  tradeSn: field.nullable(field.text('Number of the payment that moved the coins; null for none.')),
  couponCode: field.nullable(field.text('Code of the coupon of that order; null for none.')),
  createdTime: field.datetime('Time of the change.'),
});
