import { use } from 'lectern';
import { SUBSCRIBER } from './webhook_deliveries.ts';

/**
 * Limits the subscription of webhooks to events that an active webhook asks for. Other events have no delivery to it, so
 * that they cost nothing.
 */
export class HeardEvents {
  readonly #database = use('database');
  readonly #eventDeliveries = use('eventDeliveries');
  readonly #events = use('publicEventNames');

  /** Must follow each change of webhooks, in the same transaction. */
  async update(): Promise<void> {
    await this.#eventDeliveries.limit(SUBSCRIBER, async () => {
      const { rows } = await this.#database.raw<{ pattern: string }>(
        'select distinct unnest(events) as pattern from webhooks where active',
      );
      return this.#events.matching(rows.map(({ pattern }) => pattern));
    });
  }
}
