import type { Services } from 'lectern';

const limits = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600];

export type MeterRun = (job: string, seconds: number, failed: boolean) => void;

export function jobMeters({ meters }: Pick<Services, 'meters'>): MeterRun {
  const runs = meters.histogram({
    name: 'lectern_job_duration_seconds',
    help: 'Durations of the runs of jobs on this replica, by result: done, failed.',
    labels: ['job', 'outcome'],
    limits,
  });
  const last = meters.gauge({
    name: 'lectern_job_last_success_timestamp_seconds',
    help: 'Time of the last successful run of a job on this replica, in seconds since 1970.',
    labels: ['job'],
    across: 'max',
  });
  return (job, seconds, failed) => {
    runs.observe({ job, outcome: failed ? 'failed' : 'done' }, seconds);
    if (!failed) last.set({ job }, Math.round(Date.now() / 1000));
  };
}
