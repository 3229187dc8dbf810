import { accepts, input, listOf, requires, resource, returns, summary, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { consoleEvent } from '../shapes/queue.ts';

const conditions = {
  limit: input.integer({ minimum: 1, maximum: 200, default: 50, description: 'Largest number of events.' }),
};

@resource('/console/events')
export default class Events {
  protected readonly outbox = use('outbox');

  @summary('List the last events with their deliveries, newest first. Payloads are not shown.')
  @requires('console_queue')
  @accepts(conditions)
  @returns(listOf(consoleEvent), 'public')
  search({ input: { limit } }: Call<object, InputOf<typeof conditions>>) {
    return this.outbox.recent(limit);
  }
}
