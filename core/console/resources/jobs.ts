import { listOf, requires, resource, returns, summary, use } from 'lectern';
import type { Queues } from '../services/queues.ts';
import { consoleJob } from '../shapes/queue.ts';

@resource('/console/jobs')
export default class Jobs {
  constructor(@use('queues') protected readonly queues: Queues) {}

  @summary('List the background jobs with schedule, last and next run, by name')
  @requires('console_queue')
  @returns(listOf(consoleJob), 'public')
  search() {
    return this.queues.jobs();
  }
}
