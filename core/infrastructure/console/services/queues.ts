import { use } from 'lectern';
import { redact } from '../../events/index.ts';
import { RunningJob, UnknownJob, type JobState } from '../../jobs/index.ts';
import { failures } from '../failures.ts';

/** Retries deliveries of events; shows and runs jobs. */
export class Queues {
  readonly #outbox = use('outbox');
  readonly #jobs = use('jobs');

  /**
   * Retries deliveries that were given up.
   * @param id id of one delivery; by default all
   * @throws failures.notDead when no delivery with this id was given up
   */
  async retry(id: string | undefined) {
    const retried = await this.#outbox.retry(id);
    if (id !== undefined && retried === 0) throw failures.notDead();
    return { retried };
  }

  async jobs() {
    return (await this.#jobs.list()).map((job) => ({
      ...job,
      running: job.runningSeconds !== null,
      schedule: scheduleOf(job),
      everySeconds: job.schedule.everySeconds ?? null,
      // The table of jobs stores errors unchanged, so they may contain credentials.
      error: job.error === null ? null : redact(job.error),
    }));
  }

  /**
   * Begins a run of a job, and does not wait for its end.
   * @throws failures.jobNotFound, failures.jobRunning
   */
  async run(job: string) {
    try {
      // Resolves when the run has begun. The log and the state of the job report an error of the run.
      await this.#jobs.begin(job);
    } catch (error) {
      if (error instanceof UnknownJob) throw failures.jobNotFound({ message: error.message });
      if (error instanceof RunningJob) throw failures.jobRunning({ message: error.message });
      throw error;
    }
    return { job };
  }
}

function scheduleOf({ schedule: { everySeconds, schedule } }: JobState): string {
  if (!schedule) return `every ${everySeconds} s`;
  return schedule.zone === undefined ? schedule.cron : `${schedule.cron} (${schedule.zone})`;
}
