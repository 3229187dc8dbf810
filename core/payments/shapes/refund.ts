import { field, shape } from 'lectern';
import type { SourceOfShape } from 'lectern';
import type { Refund } from '../services/refunds.ts';

/** A refund of an order. */
export const refund = shape('Refund').mode('public', {
  id: field.intString('Id.'),
  sn: field.text('Number of the refund.'),
  orderSn: field.text('Number of the order.'),
  status: field.oneOf(['running', 'done', 'failed'], 'Status: running while the platform has not answered.'),
  coins: field.money('Coins that are given back.'),
  cash: field.money('RMB that is given back.'),
  reason: field.text('Why.'),
  userId: field.intString('Id of who made it.'),
  createdTime: field.datetime('When it was made.'),
  endedTime: field.nullable(field.datetime('When it was done, or refused by the platform.')),
});

/** Converts a refund to the fields of the shape. */
export function shownRefund({ createdAt, endedAt, ...same }: Refund): SourceOfShape<typeof refund, 'public'> {
  return { ...same, createdTime: createdAt, endedTime: endedAt };
}
