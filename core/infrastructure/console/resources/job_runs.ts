import { accepts, fails, input, requires, resource, returns, summary, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { recordsItself } from '../../audit/index.ts';
import { failures } from '../failures.ts';
import { consoleJobRun } from '../shapes/queue.ts';

const body = { job: input.text({ maxLength: 200, description: 'Name of the job.' }) };

@resource('/console/job_runs')
export default class JobRuns {
  protected readonly queues = use('queues');
  protected readonly audit = use('auditTrail');

  @summary('Start a background job now, due or not. The answer does not wait for its end.')
  @requires('console_queue_run')
  @accepts(body)
  @fails(failures.jobNotFound, failures.jobRunning)
  @returns(consoleJobRun, 'public')
  // A recorded change runs in a transaction, which the job would join.
  @recordsItself
  async add({ request, input: { job } }: Call<object, InputOf<typeof body>>) {
    const begun = await this.queues.run(job);
    await this.audit.complete(request, begun);
    return begun;
  }
}
