import { field, nested, shape } from 'lectern';
import { coupon } from '../../coupons/index.ts';

/** The coins of the current user. */
export const cashAccount = shape('CashAccount').mode('public', {
  id: field.intString('Id of the account.'),
  userId: field.intString('Id of the owner.'),
  cash: field.money('Coins in the account.'),
});

/** Preview of an order (specification, section 2, OrderInfo). */
export const orderInfo = shape('OrderInfo').mode('public', {
  targetType: field.text('Kind of goods.'),
  targetId: field.intString('Id of the goods.'),
  title: field.text('Name of the goods.'),
  cover: field.picture('Cover of the goods.', '/assets/orders/cover.svg'),
  totalPrice: field.money('Price of the goods in RMB.'),
  account: nested(cashAccount, 'public', 'Account of the current user.'),
  hasPayPassword: field.bool('Whether a payment password is set.'),
  verifiedMobile: field.text('Verified mobile number, masked; "" without one.'),
  coinName: field.text('Name of the virtual coin.'),
  cashRate: field.money('Coins for one RMB.'),
  priceType: field.oneOf(['RMB', 'Coin'], 'Currency of the prices.'),
  coinPayAmount: field.money('Coins that pay for the order in full.'),
  maxCoin: field.money('Maximum number of coins for the order.'),
  availableCoupons: field.list(nested(coupon, 'public', 'A coupon.'), 'Usable coupons, the best first.'),
  fullCoinPayable: field.bool('Whether coins alone may pay for the order.'),
  unitType: field.optional(field.oneOf(['month', 'year'], 'Unit of time, for goods sold by time.')),
  duration: field.optional(field.intString('Number of units that the purchase adds; an upgrade adds none.')),
  coveredBy: field.optional(
    field.text('Membership of the user that includes the goods: joining them costs nothing and needs no order.'),
  ),
  buyType: field.optional(field.oneOf(['new', 'renew', 'upgrade'], 'Kind of purchase of a membership.')),
});
