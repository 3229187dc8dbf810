import type { Events, Services } from 'lectern';
import type { PublicEvent } from '../../infrastructure/events/index.ts';
import { order, shownOrder } from './shapes/order.ts';

const summaries = {
  'order.created': 'An order was made.',
  'order.paid': 'An order was paid.',
  'order.closed': 'An unpaid order was closed.',
  'order.refunded': 'A paid order was refunded.',
} as const;

/** Events about orders for other systems, each with the order. */
export function publicOrderEvents({ orders }: Pick<Services, 'orders'>): readonly PublicEvent[] {
  return Object.entries(summaries).map(([event, summary]) => ({
    event: event as keyof typeof summaries,
    summary,
    requires: 'admin_order',
    shape: order,
    mode: 'public',
    key: ({ orderSn }: Events['order.paid']) => `order ${orderSn}`,
    find: async ({ orderSn }: Events['order.paid']) => {
      const found = await orders.find(orderSn);
      return found && shownOrder(found);
    },
  }));
}
