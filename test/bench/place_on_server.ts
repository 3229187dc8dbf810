import { setTimeout as sleep } from 'node:timers/promises';
import { ask, makeTestDatabase, type TestDatabase } from '../support/test_database.ts';

const LOOK_MS = 100;
const LOOKS = 100;
const serverUrl = () => process.env['TEST_DATABASE_URL'] || process.env['DATABASE_URL'];

/** Returns the name and version of the database server, such as `PostgreSQL 15.19`. */
export async function serverVersion(): Promise<string> {
  const [row] = await ask<{ server_version: string }>(serverUrl() ?? '', 'show server_version');
  return `PostgreSQL ${row?.server_version.split(' ', 1)[0] ?? ''}`;
}

/**
 * Creates a database on the server in the environment. Without a server, prints the skipped bench and returns
 * undefined.
 */
export async function placeOnServer(what: string): Promise<TestDatabase | undefined> {
  const url = serverUrl();
  if (!url) {
    console.log(`${what}: skipped, because neither TEST_DATABASE_URL nor DATABASE_URL names a PostgreSQL server.`);
    return undefined;
  }
  process.env['TEST_DATABASE_URL'] = url;
  return makeTestDatabase();
}

/** Lets commits of later connections not wait for the disk. */
export async function commitInMemory({ env }: TestDatabase): Promise<void> {
  const url = env['DATABASE_URL'] ?? '';
  await ask(url, `alter database "${new URL(url).pathname.slice(1)}" set synchronous_commit = off`);
}

/** Waits until a database runs no statement, for some seconds at most. */
export async function quiet({ env }: TestDatabase): Promise<void> {
  const others = `select 1 from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`;
  for (let look = 0; look < LOOKS; look++) {
    if ((await ask(env['DATABASE_URL'] ?? '', others)).length === 0) return;
    await sleep(LOOK_MS);
  }
}
