import { createKernel, type Kernel } from 'lectern/host';
import { seed } from '../support/seed.ts';
import type { TestDatabase } from '../support/test_database.ts';

/** Serves the platform on a database with a number of seeded articles, and of other seeded rows. */
export async function serveCrowded({ env }: TestDatabase, articles: number, others = articles): Promise<Kernel> {
  const kernel = await createKernel({
    root: process.cwd(),
    env: { ...env, NODE_ENV: 'test', LOG_LEVEL: 'error' },
    // Statements of background jobs would be mistaken for statements of the answers.
    config: {
      demo: true,
      http: { port: 0 },
      modules: { jobs: { enabled: false }, events: { enabled: false }, database: { statementTimeoutMs: 120_000 } },
    },
  });
  await kernel.listen();
  await seed(kernel.services, others, articles);
  await kernel.services.database.raw('vacuum analyze');
  return kernel;
}
