import { subscribe, type Services } from 'lectern';
import type { Order } from './order.ts';
import type { OrderStatus } from './states.ts';

const deliverable: readonly OrderStatus[] = ['paid', 'success', 'fail'];

/** Delivery of bought goods, and its reversal after a refund. */
export interface Delivery {
  /** Gives the paid goods to the buyer. */
  deliver(order: Order): Promise<void>;
  /** Takes the goods back; they may be gone already. */
  takeBack(order: Order): Promise<void>;
}

/**
 * A subscriber that delivers the paid orders of one kind of goods, each exactly once, and takes back refunded ones. For
 * a file in a module's folder `subscribers/`. An order becomes `success` with its delivery, and `fail` when the last
 * attempt has failed. An operator then refunds it, or retries the delivery (`lectern outbox --retry`), which finishes
 * the order.
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
        // A refund may have started before; when it was refused, the order is `success`, but still undelivered.
        if (order.status === 'refunding')
          throw new Error(`The order ${order.sn} is being refunded; the delivery is tried again.`);
        if (!deliverable.includes(order.status)) return;
        await delivery.deliver(order);
        if (order.status === 'paid') await services.orders.move(order, 'success');
        // An operator has retried the delivery.
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
