// Public interface for other modules: jobs.
export type { Job } from './job.ts';
