// Ends what test files hand on to each other, after the last one. In a parallel worker this hook runs after each file:
// there the embedded databases end with the process, while those on a server would stay behind.
const isWorker = process.env.MOCHA_WORKER_ID !== undefined;

export const mochaHooks = {
  async afterAll() {
    if (isWorker && process.env.TEST_DATABASE_URL === undefined) return;
    const { endIdle } = await import('./idle.ts');
    await endIdle();
  },
};
