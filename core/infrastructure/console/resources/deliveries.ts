import { accepts, input, listOf, requires, resource, returns, summary, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { consoleDelivery } from '../shapes/queue.ts';

const conditions = {
  state: input.optional(
    input.oneOf(['pending', 'dead'], { description: 'Only pending deliveries, or only those that were given up.' }),
  ),
  limit: input.integer({ minimum: 1, maximum: 500, default: 100, description: 'Largest number of deliveries.' }),
};

@resource('/console/deliveries')
export default class Deliveries {
  protected readonly outbox = use('outbox');

  @summary('List deliveries of events that are pending or were given up, the earliest due first')
  @requires('console_queue')
  @accepts(conditions)
  @returns(listOf(consoleDelivery), 'public')
  search({ input: { state, limit } }: Call<object, InputOf<typeof conditions>>) {
    return this.outbox.open({ ...(state && { state }), limit });
  }
}
