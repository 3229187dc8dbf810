import { field, nested, shape } from 'lectern';
import { coupon } from '../../coupons/index.ts';

/** The coins of the current user. */
export const cashAccount = shape('CashAccount').mode('public', {
  id: field.intString('Id of the account of coins of the caller.'),
  userId: field.intString('Id of the caller, whose account it is.'),
  cash: field.money('Coins in the account, without those that an open payment reserves.'),
});

/** Preview of an order (specification, section 2, OrderInfo). */
export const orderInfo = shape('OrderInfo').mode('public', {
  targetType: field.text('Kind of goods, such as course, classroom or vip.'),
  targetId: field.intString('Id of the goods, among those of the kind `targetType`.'),
  title: field.text('Title of the goods.'),
  cover: field.picture('Cover of the goods, or a default picture, as absolute URLs.', '/assets/orders/cover.svg'),
  totalPrice: field.money('Price of the goods in RMB, for all units and before coupons.'),
  account: nested(cashAccount, 'public', 'Coins of the caller.'),
  hasPayPassword: field.bool('Whether a payment password is set.'),
  verifiedMobile: field.text('Verified mobile number, masked; "" without one.'),
  coinName: field.text('Name of the virtual coin, as readers see it.'),
  cashRate: field.money('Coins for one RMB; 1.00 while goods cannot be paid with coins.'),
  priceType: field.oneOf(['RMB', 'Coin'], 'Currency in which pages show prices; amounts in RMB stay in RMB.'),
  coinPayAmount: field.money('Coins that pay for the order in full.'),
  maxCoin: field.money('Maximum number of coins that the order accepts; 0.00 while goods cannot be paid with coins.'),
  availableCoupons: field.list(nested(coupon, 'public', 'A coupon.'), 'Usable coupons, the best first.'),
  fullCoinPayable: field.bool('Whether coins alone may pay for the order.'),
  unitType: field.optional(
    field.oneOf(['month', 'year'], 'Unit of time; missing for goods that are not sold by time.'),
  ),
  duration: field.optional(
    field.intString(
      'Number of units that the purchase adds, 0 for an upgrade; missing for goods that are not sold by time.',
    ),
  ),
  coveredBy: field.optional(
    field.text('Membership of the user that includes the goods: joining them needs no order. Missing for other goods.'),
  ),
  buyType: field.optional(
    field.oneOf(['new', 'renew', 'upgrade'], 'Kind of purchase of a membership; missing for other goods.'),
  ),
});
