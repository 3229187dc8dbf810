import { field, shape, type SourceOfShape } from 'lectern';
import type { Refund } from '../services/refunds.ts';
import { refundStatuses } from '../trade.ts';

export const refund = shape('Refund').mode('public', {
  id: field.intString('Id.'),
  sn: field.text('Number of the refund, by which payment platforms know it.'),
  orderSn: field.text('Number of the refunded order.'),
  status: field.oneOf(refundStatuses, 'Status: running while the platform has not answered.'),
  coins: field.money('Coins that the owner of the order gets back.'),
  cash: field.money('RMB that the owner of the order gets back.'),
  reason: field.text('Reason, as the manager gave it; "" for none.'),
  userId: field.intString('Id of the manager who started the refund.'),
  createdTime: field.datetime('Time of creation.'),
  endedTime: field.nullable(
    field.datetime('Time when the platform made or refused the refund; null while it is running.'),
  ),
});

export function shownRefund({ createdAt, endedAt, ...same }: Refund): SourceOfShape<typeof refund, 'public'> {
  return { ...same, createdTime: createdAt, endedTime: endedAt };
}
