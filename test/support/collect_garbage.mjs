// Frees closed databases after a test file in a large parallel worker. Otherwise, their memory would count towards the
// limit at which renew_workers.mjs replaces the worker. A new worker takes seconds to load the platform.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Just below the limit of renew_workers.mjs, because a collection takes as long as a small test file. */
const LARGE_BYTES = 725 * 2 ** 20;

setFlagsFromString('--expose-gc');
const collect = /** @type {() => void} */ (runInNewContext('gc'));
const isWorker = process.env.MOCHA_WORKER_ID !== undefined;

export const mochaHooks = {
  afterAll() {
    if (isWorker && process.memoryUsage.rss() > LARGE_BYTES) collect();
  },
};
