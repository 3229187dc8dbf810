import cluster from 'node:cluster';

/** Environment variable with the number of a worker. */
export const NUMBER = 'LECTERN_WORKER';

let isPrimary = false;

/** Marks this process as the primary, which has number 0. */
export function becomePrimary(): void {
  isPrimary = true;
}

/** Number of this worker, from 1; 0 in the primary. Undefined in a single process and in another program's cluster. */
export function workerNumber(): number | undefined {
  if (isPrimary) return 0;
  const number = cluster.isWorker ? Number(process.env[NUMBER]) : NaN;
  return Number.isInteger(number) ? number : undefined;
}
