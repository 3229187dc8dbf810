// Stops the platforms that are shared by test files, after the last one. A parallel worker ends with its process instead:
// there this hook runs after each file.
import { stopIdlePlatforms } from './platform.ts';

export const mochaHooks = {
  async afterAll() {
    if (process.env.MOCHA_WORKER_ID === undefined) await stopIdlePlatforms();
  },
};
