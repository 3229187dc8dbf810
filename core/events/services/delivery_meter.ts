import type { Services } from 'lectern';

/** Result of an attempt: a `failed` delivery is tried again, a `dead` delivery is given up. */
export type DeliveryOutcome = 'done' | 'failed' | 'dead';

export type CountDelivery = (subscriber: string, outcome: DeliveryOutcome) => void;

export function deliveryMeter({ meters }: Pick<Services, 'meters'>): CountDelivery {
  const tries = meters.counter({
    name: 'lectern_event_deliveries_total',
    help: 'Attempts to deliver events, by subscriber and result: done, failed (tried again), dead (given up).',
    labels: ['subscriber', 'outcome'],
  });
  return (subscriber, outcome) => {
    tries.inc({ subscriber, outcome });
  };
}
