import type { Services } from 'lectern';

/** Result of an attempt to deliver an event. */
export type DeliveryOutcome = 'done' | 'failed' | 'dead';

/** Counts an attempt by its result. */
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
