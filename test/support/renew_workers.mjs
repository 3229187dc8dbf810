// Replaces a large parallel worker between two test files, because only the end of a process releases the memory of
// modules, compiled code and fragmentation.
import { readFileSync } from 'node:fs';
// @ts-expect-error an inner file of mocha, without types
import parallel from 'mocha/lib/nodejs/buffered-worker-pool.cjs';

/**
 * Parts of the package workerpool, which mocha uses.
 * @typedef {{ busy(): boolean, worker?: { pid?: number | undefined } | null }} Worker
 * @typedef {{ workers: Worker[], workerTerminateTimeout?: number, _getWorker(): Worker | null, _removeWorker(worker: Worker): unknown }} Pool
 */

/** Memory limit of a worker. A test file adds up to 150 MB to the memory of its worker. */
const MAX_MB = 750;
const PAGES_OF_A_MB = 256;
/** Milliseconds for a worker to end; with the default of a second, a worker ends before it has written its coverage. */
const END_MS = 30_000;

const { create } = parallel.BufferedWorkerPool;
parallel.BufferedWorkerPool.create = (/** @type {unknown} */ options) => {
  const made = create(options);
  made._pool.workerTerminateTimeout = END_MS;
  renewLargeWorkersOf(made._pool);
  return made;
};

/** @param {Pool} pool @param {(worker: Worker) => boolean} isLarge */
export function renewLargeWorkersOf(pool, isLarge = ({ worker }) => residentMb(worker?.pid) > MAX_MB) {
  const take = pool._getWorker.bind(pool);
  pool._getWorker = () => {
    const ended = pool.workers.filter((worker) => !worker.busy() && isLarge(worker));
    for (const worker of ended) void pool._removeWorker(worker);
    return take();
  };
}

/** Memory of a process in MB, known on Linux only; elsewhere no worker is replaced. @param {number | undefined} pid */
function residentMb(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) / PAGES_OF_A_MB;
  } catch {
    return 0;
  }
}
