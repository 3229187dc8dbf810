import cluster from 'node:cluster';

/** Name of the variable that tells a worker its number. */
export const NUMBER = 'LECTERN_WORKER';

let isPrimary = false;

/** From now on this process speaks as the one that looks after the workers: number 0. */
export function becomePrimary(): void {
  isPrimary = true;
}

/** Which worker this process is, from 1; undefined where a single process serves, or somebody else's cluster. */
export function workerNumber(): number | undefined {
  if (isPrimary) return 0;
  const number = cluster.isWorker ? Number(process.env[NUMBER]) : NaN;
  return Number.isInteger(number) ? number : undefined;
}
