import type { Database } from '../../database/index.ts';
import type { Job } from '../job.ts';
import type { TimedJob } from './due_jobs.ts';

/** Thrown for a name under which no module contributes a job. */
export class UnknownJob extends Error {}

/** Thrown for a job that a replica is running. */
export class RunningJob extends Error {}

/** A job with its last and its next run. */
export interface JobState {
  readonly name: string;
  readonly module: string;
  readonly schedule: Pick<Job, 'everySeconds' | 'schedule'>;
  /** Seconds since a replica began the present run; null while no replica runs the job. */
  readonly runningSeconds: number | null;
  /** End of the last run; null before the first one. */
  readonly endedAt: Date | null;
  /** Error of the last run; null if the run succeeded, and before the first one. */
  readonly error: string | null;
  /** Time of the next run, or begin of the present run; null for a job that no replica has planned yet. */
  readonly dueAt: Date | null;
}

type Row = Pick<JobState, 'name' | 'runningSeconds' | 'endedAt' | 'error' | 'dueAt'>;

/** Reads the states of jobs, sorted by name. */
export async function statesOf(
  database: Database,
  jobs: readonly TimedJob[],
  moduleOf: (job: Job) => string,
): Promise<JobState[]> {
  const { rows } = await database.raw<Row>(
    `select name, due_at as "dueAt", last_ended_at as "endedAt", last_error as error,
       case when lease_until >= now() then extract(epoch from now() - due_at)::float8 end as "runningSeconds"
     from jobs`,
  );
  const byName = new Map(rows.map((row) => [row.name, row]));
  const states = jobs.map(({ job }) => {
    const { name, everySeconds, schedule } = job;
    const row = byName.get(name) ?? { runningSeconds: null, endedAt: null, error: null, dueAt: null };
    const times = { ...(everySeconds !== undefined && { everySeconds }), ...(schedule && { schedule }) };
    return { ...row, name, module: moduleOf(job), schedule: times };
  });
  return states.sort((a, b) => (a.name < b.name ? -1 : 1));
}
