import { field, shape, type SourceOfShape } from 'lectern';
import type { NamedOrder, Order } from '../order.ts';
import { shownStatus, shownStatuses } from '../states.ts';

/** Id and number of a new order (specification, section 2, Order creation result). */
export const madeOrder = shape('MadeOrder').mode('public', {
  id: field.intString('Id of the order; addresses name it by its number instead.'),
  sn: field.text('Number, which payments and refunds name.'),
});

const status = field.oneOf(shownStatuses, 'Status: created until the payment.');
const operations = { created: ['DELETE'], paid: ['POST refunds'] };

/** An order; the mode `managed` adds the nickname of its owner. */
export const order = shape('Order')
  .mode('public', {
    id: field.intString('Id.'),
    sn: field.text('Number, which payments and refunds name.'),
    userId: field.intString('Id of the user who made the order.'),
    status: { ...status, schema: { ...status.schema, 'x-operations': operations } },
    targetType: field.text('Kind of goods, such as course, classroom or vip.'),
    targetId: field.intString('Id of the goods, among those of the kind `targetType`.'),
    title: field.text('Name of the goods when they were ordered.'),
    totalPrice: field.money('Price of the goods in RMB when they were ordered.'),
    couponCode: field.nullable(field.text('Code of the coupon that lowers the price; null for none.')),
    couponDiscount: field.money('Deduction of the coupon, in RMB.'),
    payAmount: field.money('Price after the deduction of the coupon, in RMB.'),
    coinPayAmount: field.money('Coins whose use the owner authorised.'),
    maxCoin: field.money('Maximum number of coins that the order accepts.'),
    paidCoin: field.money('Coins that were paid; 0.00 until the payment.'),
    paidCash: field.money('RMB that were paid; 0.00 until the payment.'),
    unit: field.nullable(field.oneOf(['month', 'year'], 'Unit of time, for goods sold by time; null for others.')),
    num: field.nullable(field.intString('Number of units of time; null for goods that are not sold by time.')),
    buyType: field.nullable(
      field.oneOf(['new', 'renew', 'upgrade'], 'Kind of purchase of a membership; null for other goods.'),
    ),
    createdTime: field.datetime('Time of creation.'),
    closesTime: field.datetime('Time when the unpaid order closes.'),
    paidTime: field.nullable(field.datetime('Time of the payment; null until then.')),
  })
  .mode('managed', {
    nickname: field.nullable(field.text('Nickname of the user who made the order; null for a removed account.')),
  });

export function shownOrder(one: Order): SourceOfShape<typeof order, 'public'> {
  const { total, couponAmount, authorisedCoins, maxCoins, paidCoins, createdAt, closesAt, paidAt, ...same } = one;
  return {
    ...same,
    status: shownStatus(one.status),
    totalPrice: total,
    couponDiscount: couponAmount,
    payAmount: total - couponAmount,
    coinPayAmount: authorisedCoins,
    maxCoin: maxCoins,
    paidCoin: paidCoins,
    createdTime: createdAt,
    closesTime: closesAt,
    paidTime: paidAt,
  };
}

export function shownNamed({ nickname, ...one }: NamedOrder): SourceOfShape<typeof order, 'managed'> {
  return { ...shownOrder(one), nickname };
}
