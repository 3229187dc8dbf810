// A leaked handle keeps the process alive after the last test. Mocha is not told to exit, so that the leak is noticed;
// this guard ends the wait, prints the open handles and fails the run. Parallel workers are ended by mocha.
const timeout = 10_000;

// At the end of a process, Node 20 sometimes loops for ever in `CleanupHandles` (seen after the fault tests). The last
// listener of `exit` therefore ends the process before that cleanup.
process.once('beforeExit', () => {
  process.once('exit', () => process.exit());
});

export const mochaHooks = {
  afterAll() {
    if (process.env.MOCHA_WORKER_ID !== undefined) return;
    // Unreferenced: it fires only when something else has kept the process from ending.
    setTimeout(() => {
      const open = process.getActiveResourcesInfo().join(', ');
      console.error(`Still running ${timeout / 1000} s after the last test; a test leaked: ${open}`);
      // Registered after mocha's own listener, which sets the exit code to the number of failed tests.
      process.once('exit', () => (process.exitCode = 1));
      process.exit(1);
    }, timeout).unref();
  },
};
