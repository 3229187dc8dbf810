import { makeDatabase } from '../database/index.ts';

/** A database for one test kernel: a new database on the server of `TEST_DATABASE_URL`, or an embedded one in memory. */
export interface TestDatabase {
  /** Environment variables that let a kernel use this database. */
  readonly env: Readonly<Record<string, string>>;
  readonly isEmbedded: boolean;
  clear(): Promise<void>;
}

export async function makeTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  if (!serverUrl) return { env: { DATA_DIR: 'memory' }, isEmbedded: true, clear: () => Promise.resolve() };
  const own = await makeDatabase(serverUrl);
  return { env: { DATABASE_URL: own.url }, isEmbedded: false, clear: () => own.drop() };
}
