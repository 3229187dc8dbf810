// Fails the run when a log line of any test contains a credential that any test has sent.
import { logWatch } from './log_watch.ts';

logWatch.start();

export const mochaHooks = {
  afterAll() {
    const [finding] = logWatch.findings;
    if (finding !== undefined) throw new Error(finding);
  },
};
