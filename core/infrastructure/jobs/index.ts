export { deletesAgedRows } from './aged_rows.ts';
export type { Job } from './job.ts';
export { RunningJob, UnknownJob, type JobState } from './services/job_states.ts';
