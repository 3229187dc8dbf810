// Frees memory after a test file in a large parallel worker: closes spare databases, of 100 MB each, and collects the
// garbage. Otherwise renew_workers.mjs would replace the worker, and a new worker takes 5 s of CPU to load the platform.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Just below the limit of renew_workers.mjs, because databases are opened again and a collection takes 0.2 s. */
const LARGE_BYTES = 700 * 2 ** 20;

setFlagsFromString('--expose-gc');
const collect = /** @type {() => void} */ (runInNewContext('gc'));
const isWorker = process.env.MOCHA_WORKER_ID !== undefined;

export const mochaHooks = {
  async afterAll() {
    if (!isWorker || process.memoryUsage.rss() < LARGE_BYTES) return;
    const { closeSpares } = await import('./empty_spares.ts');
    const { closeFolders } = await import('./kept_folders.ts');
    await closeSpares();
    await closeFolders('');
    collect();
  },
};
