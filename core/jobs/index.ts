// What other modules may know of jobs.
export type { Job } from './job.ts';
