import { backgroundSpans, use } from 'lectern';
import { inTime, isInstance, reasonOf } from '../../../hosting/internals.ts';
import type { Job } from '../job.ts';
import { JobLease } from './job_lease.ts';
import { DueJobs, type TimedJob } from './due_jobs.ts';
import { jobMeters, type MeterRun } from './job_meters.ts';
import { RunningJob, statesOf, UnknownJob, type JobState } from './job_states.ts';
import { Timing } from './timing.ts';

const TAKEN_OVER =
  'while the job was running, so another replica may run it, too. Look for code that blocks the event loop, or raise ' +
  'modules.jobs.leaseSeconds';

/** Longest recorded error message, in characters; the rest is cut off. */
const MAX_ERROR_LENGTH = 800;

/**
 * Runs the jobs that modules contribute to the extension point `jobs`. Replicas poll for due jobs, and one replica
 * claims each. Rows of jobs whose module is missing remain in the table.
 *
 * @example
 * await jobs.run('bells.ring');
 */
export class Jobs {
  readonly #database = use('database');
  readonly #logger = use('logger');
  readonly #contributions = use('contributions');
  readonly #config = use('jobsConfig');
  readonly #meter: MeterRun = jobMeters({ meters: use('meters') });
  readonly #installation = use('installation');
  readonly #zone: string = use('config').zone;
  readonly #due = new DueJobs({ database: this.#database, logger: this.#logger }, this.#config.pollSeconds);
  readonly #inSpan = backgroundSpans();
  readonly #running = new Map<Promise<unknown>, string>();
  #byName: ReadonlyMap<string, TimedJob> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Time of the first call of `retire`. */
  #retiredAt: number | undefined;
  /** Tells running jobs that the process stops. */
  readonly #stopping = new AbortController();

  /** Starts polling for due jobs, unless the configuration leaves them to other replicas. */
  start(): void {
    if (this.#config.enabled) this.#scheduleNextPoll();
  }

  /** Logs jobs that cannot run. */
  ready(): void {
    this.#jobs();
  }

  /** Stops polling, so that no further due job begins, and asks running jobs to end. */
  retire(): void {
    this.#retiredAt ??= performance.now();
    this.#stopping.abort();
    clearTimeout(this.#timer);
  }

  /** Stops polling, and waits for running jobs, at most `stopSeconds` after the first `retire`. */
  async stop(): Promise<void> {
    this.retire();
    const since = performance.now() - (this.#retiredAt as number);
    const { stopSeconds } = this.#config;
    const milliseconds = Math.max(0, stopSeconds * 1000 - since);
    const run = () => Promise.all(this.#running.keys());
    await inTime({ milliseconds, run, late: () => new Error() }).catch(() => undefined);
    const left = [...this.#running.values()];
    if (left.length > 0)
      this.#logger.warn(
        { jobs: left },
        `The stop did not wait for jobs that took longer than ${stopSeconds} s (modules.jobs.stopSeconds): ` +
          `${left.join(', ')}; they run again when their leases expire`,
      );
  }

  /** Runs the due jobs one after another, until `retire`. Errors of jobs are logged and recorded, not thrown. */
  async runDue(): Promise<void> {
    for (const job of await this.#due.take([...this.#jobs().values()])) {
      if (this.#retiredAt !== undefined) return;
      // Stays due, so that a poll of the next minute runs the job.
      if (this.#installation.budgets.get(this.#contributions.moduleOf(job))?.holdsJobs) continue;
      const claim = this.#claim(job);
      if (await claim.take()) await this.#track(job, claim);
    }
  }

  /**
   * Runs a job now, even if it is not due.
   * @throws UnknownJob, RunningJob, and the error of the job itself
   */
  async run(name: string): Promise<void> {
    const { ended } = await this.begin(name);
    const failure = await ended;
    if (failure) throw failure;
  }

  /**
   * Begins a run of a job now, even if it is not due.
   * @returns `ended`, which resolves when the run ends, to the error of the job, if any
   * @throws UnknownJob, RunningJob
   */
  async begin(name: string): Promise<{ readonly ended: Promise<Error | undefined> }> {
    const job = this.#jobs().get(name)?.job;
    if (!job) throw new UnknownJob(`There is no job '${name}'. The jobs are ${[...this.#jobs().keys()].join(', ')}.`);
    const claim = this.#claim(job);
    const isTaken = await claim.take({ early: true });
    if (!isTaken) throw new RunningJob(`The job '${name}' is running already. Try again when it is done.`);
    return { ended: this.#track(job, claim) };
  }

  /** States of the jobs of all modules, by name. */
  list(): Promise<JobState[]> {
    return statesOf(this.#database, [...this.#jobs().values()], (job) => this.#contributions.moduleOf(job));
  }

  /** Schedules the next poll with a random delay, so that replicas started together poll at different times. */
  #scheduleNextPoll(): void {
    const pauseMs = this.#config.pollSeconds * 1000 * (0.5 + Math.random());
    this.#timer = setTimeout(() => {
      // The next poll does not wait for the end of this one: a hanging job would block all other jobs.
      this.#scheduleNextPoll();
      this.runDue().catch((err: unknown) =>
        this.#logger.warn(
          { err },
          'Due jobs could not be read from the database; the next poll tries again. Check the database',
        ),
      );
    }, pauseMs).unref();
  }

  #claim({ name: job }: Job): JobLease {
    return new JobLease(this.#database, { job, leaseSeconds: this.#config.leaseSeconds });
  }

  async #track(job: Job, claim: JobLease): Promise<Error | undefined> {
    const work = this.#work(job, claim);
    this.#running.set(work, job.name);
    return work.finally(() => this.#running.delete(work));
  }

  /** @returns the error of the job, if any */
  async #work(job: Job, claim: JobLease): Promise<Error | undefined> {
    const contributor = this.#contributions.moduleOf(job);
    const usage = this.#installation.usages.of(contributor);
    const renewal = this.#renewing(claim);
    const begunAt = performance.now();
    const failure = await this.#database.withBackgroundTimeout(() =>
      failureOf(() => this.#inSpan(spanOf(job), () => usage.run(() => job.run(this.#stopping.signal)))),
    );
    clearInterval(renewal);
    const now = performance.now();
    const ms = now - begunAt;
    usage.ended('jobMs', ms, now);
    this.#meter(job.name, ms / 1000, failure !== undefined);
    const { name } = job;
    const next = (this.#jobs().get(name) as TimedJob).timing.after(claim.now);
    if (failure) {
      const message = `The job '${name}' of module '${contributor}' failed; it runs again at ${next.toISOString()}`;
      this.#logger.error({ err: failure, job: name, contributor }, message);
    }
    const error = failure
      ? this.#installation.errors.withLine(failure.message.slice(0, MAX_ERROR_LENGTH), failure, contributor)
      : null;
    await this.#hold(claim, () => claim.end(next, error));
    return failure;
  }

  #renewing(claim: JobLease): NodeJS.Timeout {
    const renew = () => void this.#hold(claim, () => claim.renew());
    return setInterval(renew, (claim.leaseSeconds * 1000) / 3).unref();
  }

  /** Renews or ends the lease of a job. Logs a failed write, and a lease that another run has claimed. */
  async #hold({ job }: JobLease, write: () => Promise<boolean>): Promise<void> {
    try {
      if (!(await write())) this.#logger.warn({ job }, `The lease of the job '${job}' expired ${TAKEN_OVER}`);
    } catch (err) {
      this.#logger.warn(
        { err, job },
        `The lease of the job '${job}' could not be written; another replica runs the job when the lease expires. ` +
          'Check the database',
      );
    }
  }

  #jobs(): ReadonlyMap<string, TimedJob> {
    return (this.#byName ??= this.#collect());
  }

  /** Collects the jobs by name. Omits and reports jobs with a wrong schedule or with the name of an earlier job. */
  #collect(): ReadonlyMap<string, TimedJob> {
    const byName = new Map<string, TimedJob>();
    for (const job of this.#contributions.of('jobs')) {
      const earlier = byName.get(job.name)?.job;
      const found = earlier ? this.#takenBy(earlier) : this.#timingOf(job);
      if (typeof found !== 'string') {
        byName.set(job.name, { job, timing: found });
        continue;
      }
      const contributor = this.#contributions.moduleOf(job);
      const message = `The job '${job.name}' of module '${contributor}' does not run: ${found}`;
      this.#logger.error({ job: job.name, contributor }, message);
    }
    return byName;
  }

  #takenBy(earlier: Job): string {
    return `module '${this.#contributions.moduleOf(earlier)}' has a job of this name, too; rename one of them`;
  }

  /** The timing of a job, or the problem of its schedule. */
  #timingOf(job: Job): Timing | string {
    try {
      return new Timing(job, this.#zone);
    } catch (error) {
      return reasonOf(error);
    }
  }
}

function spanOf({ name }: Job) {
  return { name: `job ${name}`, attributes: { 'lectern.job': name } };
}

async function failureOf(run: () => Promise<void>): Promise<Error | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return isInstance(error, Error) ? error : new Error(reasonOf(error));
  }
}
