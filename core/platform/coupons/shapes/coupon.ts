import { field, shape } from 'lectern';
import { couponStatuses, couponTypes } from '../enums.ts';

const coupons = {
  id: field.intString('Id.'),
  code: field.text('Code that the buyer enters as `couponCode` of an order; unique.'),
  type: field.oneOf(couponTypes, 'Type of the deduction: minus for an amount, discount for a part of the price.'),
  status: field.oneOf(couponStatuses, 'Status: unclaimed, claimed, bound to an order, or used.'),
  rate: field.money(
    'Deduction: for the type minus the amount in RMB, for discount the tenths of the price to pay, 8.50 for 85 %.',
  ),
  userId: field.intString('Id of the owner, "0" while unclaimed.'),
  deadline: field.datetime('End of the last day of validity.'),
  targetType: field.text('Kind of goods that the coupon applies to, "all" for any.'),
  targetId: field.intString('Id of the goods that the coupon applies to, "0" for all of the kind.'),
};

const target = {
  id: field.intString('Id of the goods, of the kind that the preview is for.'),
  title: field.text('Title of the goods.'),
};

/** A coupon usable for certain goods (specification, section 2, OrderInfo). */
export const coupon = shape('Coupon').mode('public', {
  ...coupons,
  target: field.nullable(field.object(target, 'Goods of this preview; null for a coupon that applies to any goods.')),
  deductAmount: field.money('Deduction from the price of the goods, in RMB.'),
});

/** A coupon for its owner and for managers. */
export const couponRecord = shape('CouponRecord').mode('public', {
  ...coupons,
  orderSn: field.nullable(
    field.intString('Number of the order that the coupon is bound to or was spent on; null for none.'),
  ),
  takenTime: field.nullable(field.datetime('Time when the coupon was bound to the order; null while it is not bound.')),
  usedTime: field.nullable(field.datetime('Time when the order was paid; null before.')),
  createdTime: field.datetime('Time of creation.'),
});
