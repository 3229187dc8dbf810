import { listOf, requires, resource, returns, summary, use } from 'lectern';
import { consoleJob } from '../shapes/queue.ts';

@resource('/console/jobs')
export default class Jobs {
  protected readonly queues = use('queues');

  @summary('List the background jobs with schedule, last and next run, by name')
  @requires('console_queue')
  @returns(listOf(consoleJob), 'public')
  search() {
    return this.queues.jobs();
  }
}
