// Frees closed databases after a test file of a large parallel worker. Otherwise, garbage alone would have the worker
// replaced, whose successor takes seconds to load the platform.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Just below the limit of renew_workers.mjs: a collection takes as long as a small test file. */
const LARGE_BYTES = 725 * 2 ** 20;

setFlagsFromString('--expose-gc');
const collect = /** @type {() => void} */ (runInNewContext('gc'));
const isWorker = process.env.MOCHA_WORKER_ID !== undefined;

export const mochaHooks = {
  afterAll() {
    if (isWorker && process.memoryUsage.rss() > LARGE_BYTES) collect();
  },
};
