import { randomBytes } from 'node:crypto';
import pg from 'pg';

const serverUrl = process.env['TEST_DATABASE_URL'];

/** A database for one test: its own on the server of `TEST_DATABASE_URL`, or the embedded one in memory. */
export interface Place {
  /** Environment variables that lead the program there. */
  readonly env: Readonly<Record<string, string>>;
  clear(): Promise<void>;
}

/** Makes a database of one's own. @param like another one that nobody uses at the moment, to begin as a copy of it */
export async function makePlace(like?: Place): Promise<Place> {
  if (!serverUrl) return { env: { DATA_DIR: 'memory' }, clear: () => Promise.resolve() };
  const url = new URL(serverUrl);
  const name = `lectern_test_${randomBytes(6).toString('hex')}`;
  url.pathname = `/${name}`;
  const original = like?.env['DATABASE_URL'];
  await administer(`create database ${name}${original ? ` template ${new URL(original).pathname.slice(1)}` : ''}`);
  return { env: { DATABASE_URL: url.href }, clear: () => administer(`drop database ${name} with (force)`) };
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
