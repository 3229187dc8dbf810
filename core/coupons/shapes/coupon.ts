import { field, shape } from 'lectern';
import { couponStatuses, couponTypes } from '../words.ts';

const coupons = {
  id: field.intString('Id.'),
  code: field.text('Code of the coupon.'),
  type: field.oneOf(couponTypes, 'Whether it takes an amount off the price, or leaves a share of it to pay.'),
  status: field.oneOf(couponStatuses, 'Status: unclaimed, claimed, bound to an order, or used.'),
  rate: field.money('What a minus takes off, in RMB; of a discount, tenths of the price to pay: 8.50 for 85 %.'),
  userId: field.intString('Id of the owner, "0" while unclaimed.'),
  deadline: field.datetime('End of the last day on which it can be used.'),
  targetType: field.text('Kind of goods that it is for, "all" for any.'),
  targetId: field.intString('Id of the goods that it is for, "0" for all of their kind.'),
};

const target = { id: field.intString('Id of the goods.'), title: field.text('Name of the goods.') };

/** A coupon usable for certain goods (specification, section 2, OrderInfo). */
export const coupon = shape('Coupon').mode('public', {
  ...coupons,
  target: field.nullable(field.object(target, 'The goods that it would be used for; null when it is for any.')),
  deductAmount: field.money('What it takes off their price, in RMB.'),
});

/** A coupon for its owner and for managers. */
export const couponRecord = shape('CouponRecord').mode('public', {
  ...coupons,
  orderSn: field.nullable(field.intString('Number of the order that it is bound to or was spent on.')),
  takenTime: field.nullable(field.datetime('When it was bound to the order.')),
  usedTime: field.nullable(field.datetime('When the order was paid.')),
  createdTime: field.datetime('When it was made.'),
});
