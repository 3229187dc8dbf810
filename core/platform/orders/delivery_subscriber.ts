import { subscribe, type Services } from 'lectern';
import type { Order } from './order.ts';
import type { OrderStatus } from './states.ts';

const deliverable: readonly OrderStatus[] = ['paid', 'success', 'fail'];

/** Delivery of bought goods, and its reversal after a refund. */
export interface Delivery {
  /** Gives the paid goods to the buyer. */
  deliver(order: Order): Promise<unknown>;
  /** Takes the goods back after a refund. Must also succeed when the buyer no longer has the goods. */
  takeBack(order: Order): Promise<unknown>;
}

/**
 * Declares a subscriber for orders of one kind of goods; export it from a file in the folder `subscribers/` of a
 * module. The subscriber delivers paid orders, and takes the goods of refunded orders back. An order becomes `success`
 * with its delivery, and `fail` after the last failed attempt. An operator then refunds the order, or retries the
 * delivery (`lectern outbox --retry`), which finishes the order.
 *
 * @example
 * export default deliverySubscriber('ticket', ({ tickets }) => ({
 *   deliver: ({ userId, targetId }) => tickets.give(userId, targetId),
 *   takeBack: ({ userId, targetId }) => tickets.take(userId, targetId),
 * }));
 */
export function deliverySubscriber(targetType: string, make: (services: Services) => Delivery) {
  return subscribe(
    ['order.paid', 'order.refunded'],
    (services) => {
      // Taken at the start, so that a plugin that may not use the service fails there, not at a delivery.
      const { orders } = services;
      const delivery = make(services);
      return async ({ name, payload }) => {
        const order = await orders.lock(payload.orderSn);
        if (name === 'order.refunded') return delivery.takeBack(order);
        // The delivery waits for the end of a running refund: if the payment platform refuses the refund, the order
        // becomes `success`, and its goods still have to be delivered.
        if (order.status === 'refunding')
          throw new Error(`A refund of the order ${order.sn} is running; the delivery waits for its outcome.`);
        if (!deliverable.includes(order.status)) return;
        await delivery.deliver(order);
        if (order.status === 'paid') await orders.move(order, 'success');
        // A failed order is delivered only when an operator has retried the delivery.
        if (order.status === 'fail') await orders.move(order, 'finished');
      };
    },
    {
      where: { targetType },
      gaveUp: async ({ name, payload }, { orders }) => {
        if (name !== 'order.paid') return;
        const order = await orders.lock(payload.orderSn);
        if (order.status === 'paid') await orders.move(order, 'fail');
      },
    },
  );
}
