import { randomBytes } from 'node:crypto';
import pg from 'pg';

const serverUrl = () => process.env['TEST_DATABASE_URL'];

/** A database for one test: its own on the server of `TEST_DATABASE_URL`, or the embedded one in memory. */
export interface Place {
  /** Environment variables that lead the program there. */
  readonly env: Readonly<Record<string, string>>;
  clear(): Promise<void>;
}

/** Makes a database of one's own. @param like another one that nobody uses at the moment, to begin as a copy of it */
export async function makePlace(like?: Place): Promise<Place> {
  const server = serverUrl();
  if (!server) return { env: { DATA_DIR: 'memory' }, clear: () => Promise.resolve() };
  const original = like?.env['DATABASE_URL'];
  const url = await createDatabase(server, original && nameOf(original));
  return { env: { DATABASE_URL: url }, clear: () => dropDatabase(server, url) };
}

/**
 * Creates a database on a server of PostgreSQL. Its commits do not wait for the disk: some stall for longer than a query may
 * take, and nothing that is asked of it has to outlive the server.
 * @returns its address
 */
export async function createDatabase(server: string, template?: string): Promise<string> {
  const url = new URL(server);
  url.pathname = `/lectern_test_${randomBytes(6).toString('hex')}`;
  const name = nameOf(url.href);
  await ask(server, `create database ${name}${template ? ` template ${template}` : ''}`);
  await ask(server, `alter database ${name} set synchronous_commit = off`);
  return url.href;
}

/** Drops a database of that server, whoever is connected with it. */
export async function dropDatabase(server: string, url: string): Promise<void> {
  await ask(server, `drop database ${nameOf(url)} with (force)`);
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** Asks a server on a connection of its own. @returns the rows */
export async function ask<Row extends object>(connectionString: string, sql: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
