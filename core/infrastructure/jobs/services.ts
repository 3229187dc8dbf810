import { extensionPoint } from 'lectern';
import type { Job } from './job.ts';
import { Jobs } from './services/jobs.ts';

/** Section `modules.jobs` of the configuration. */
export interface JobsConfig {
  readonly enabled: boolean;
  readonly pollSeconds: number;
  readonly leaseSeconds: number;
  readonly stopSeconds: number;
}

declare module 'lectern' {
  interface Services {
    jobs: Jobs;
    jobsConfig: JobsConfig;
  }

  interface ExtensionPoints {
    jobs: Job;
  }
}

export default {
  jobs: Jobs,
  jobsPoint: extensionPoint('jobs', {
    name: 'text',
    everySeconds: 'positive?',
    schedule: 'object?',
    run: 'function',
  }),
};
