import cluster from 'node:cluster';

/** Environment variable with the number of a worker. */
export const NUMBER = 'LECTERN_WORKER';

let isPrimary = false;

/** Marks this process as the primary, which has number 0. */
export function becomePrimary(): void {
  isPrimary = true;
}

/** Number of this worker, from 1. Undefined for a single process and in a cluster of another program. */
export function workerNumber(): number | undefined {
  if (isPrimary) return 0;
  const number = cluster.isWorker ? Number(process.env[NUMBER]) : NaN;
  return Number.isInteger(number) ? number : undefined;
}
