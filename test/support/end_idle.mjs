// Ends shared platforms and databases after the last test file. In a parallel worker, this hook runs after each file:
// there, embedded databases end with the process, but databases on a server would remain.
const isWorker = process.env.MOCHA_WORKER_ID !== undefined;

export const mochaHooks = {
  async afterAll() {
    if (isWorker && process.env.TEST_DATABASE_URL === undefined) return;
    const { endIdle } = await import('./idle.ts');
    await endIdle();
  },
};
