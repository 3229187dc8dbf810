import { accepts, fails, input, requires, resource, returns, summary, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { failures } from '../failures.ts';
import { consoleRetry } from '../shapes/queue.ts';

const body = {
  delivery: input.optional(input.id({ description: 'Id of a delivery that was given up; default: all of them.' })),
};

@resource('/console/delivery_retries')
export default class DeliveryRetries {
  protected readonly queues = use('queues');

  @summary('Send deliveries again that were given up. Their attempts are counted anew.')
  @requires('console_queue_run')
  @accepts(body)
  @fails(failures.notDead)
  @returns(consoleRetry, 'public')
  add({ input: { delivery } }: Call<object, InputOf<typeof body>>) {
    return this.queues.retry(delivery);
  }
}
