import { randomBytes } from 'node:crypto';
import pg from 'pg';

const serverUrl = () => process.env['TEST_DATABASE_URL'];

/** A database for one test: a new database on the server of `TEST_DATABASE_URL`, or an embedded database in memory. */
export interface TestDatabase {
  /** Environment variables with the address of the database. */
  readonly env: Readonly<Record<string, string>>;
  clear(): Promise<void>;
}

/** Creates a database for one test. */
export async function makeTestDatabase(): Promise<TestDatabase> {
  const server = serverUrl();
  if (!server) return { env: { DATA_DIR: 'memory' }, clear: () => Promise.resolve() };
  const url = await createDatabase(server);
  return { env: { DATABASE_URL: url }, clear: () => dropDatabase(server, url) };
}

/**
 * Creates a database on a PostgreSQL server. Its commits do not wait for the disk, because a slow disk could exceed the
 * timeout of a query, and the data need not survive the server.
 * @returns the URL of the database
 */
export async function createDatabase(server: string): Promise<string> {
  const url = new URL(server);
  url.pathname = `/lectern_test_${randomBytes(6).toString('hex')}`;
  const name = databaseName(url.href);
  await ask(server, `create database ${name}`);
  await ask(server, `alter database ${name} set synchronous_commit = off`);
  return url.href;
}

/** Drops a database of a server, and ends its connections. */
export async function dropDatabase(server: string, url: string): Promise<void> {
  await ask(server, `drop database ${databaseName(url)} with (force)`);
}

/** Name of the database of a URL. */
export function databaseName(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** Runs a statement on a separate connection. @returns the rows */
export async function ask<Row extends object>(connectionString: string, sql: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
