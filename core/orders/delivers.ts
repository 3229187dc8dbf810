import { subscribe, type Services } from 'lectern';
import type { Order } from './order.ts';
import type { OrderStatus } from './states.ts';

const deliverable: readonly OrderStatus[] = ['paid', 'success', 'fail'];

/** How bought goods are handed over, and taken back after a refund. */
export interface Delivery {
  /** Gives the buyer what was paid. */
  deliver(order: Order): Promise<void>;
  /** Takes it away again; it may be gone already. */
  takeBack(order: Order): Promise<void>;
}

/**
 * A subscriber that delivers the paid orders of one kind of goods, each exactly once, and takes back what was refunded;
 * for a file in a module's folder `subscribers/`. An order becomes `success` with its delivery, and `fail` when the last
 * try has failed: somebody has to refund it then, or to have it tried again (`lectern outbox --retry`), which finishes it.
 *
 * @example
 * export default delivers('ticket', ({ tickets }) => ({
 *   deliver: ({ userId, targetId }) => tickets.give(userId, targetId),
 *   takeBack: ({ userId, targetId }) => tickets.take(userId, targetId),
 * }));
 */
export function delivers(targetType: string, make: (services: Services) => Delivery) {
  return subscribe(
    ['order.paid', 'order.refunded'],
    (services) => {
      const delivery = make(services);
      return async ({ name, payload }) => {
        const order = await services.orders.lock(payload.orderSn);
        if (name === 'order.refunded') return delivery.takeBack(order);
        // A refund may have come before; where it was refused, the order is called a success, but waits for its delivery.
        if (order.status === 'refunding')
          throw new Error(`The order ${order.sn} is being refunded; it is looked at again.`);
        if (!deliverable.includes(order.status)) return;
        await delivery.deliver(order);
        if (order.status === 'paid') await services.orders.move(order, 'success');
        // An operator had it tried again.
        if (order.status === 'fail') await services.orders.move(order, 'finished');
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
