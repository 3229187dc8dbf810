// Fails the run when a credential that any of the tests has sent stands in a log that any of them has made.
import { logWatch } from './log_watch.ts';

logWatch.start();

export const mochaHooks = {
  afterAll() {
    const [finding] = logWatch.findings;
    if (finding !== undefined) throw new Error(finding);
  },
};
