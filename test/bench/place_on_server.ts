import pg from 'pg';
import type { Place } from '../support/place.ts';

const serverUrl = () => process.env['TEST_DATABASE_URL'] || process.env['DATABASE_URL'];

/** Name and version of that server, such as `PostgreSQL 15.19`. */
export async function serverVersion(): Promise<string> {
  const [row] = await ask<{ server_version: string }>(serverUrl(), 'show server_version');
  return `PostgreSQL ${row?.server_version.split(' ', 1)[0] ?? ''}`;
}

/**
 * A database of its own on the server that the environment names; without one it says what is skipped. Its commits do not
 * wait for the disk, which is not what is measured, and of which some stall for seconds.
 */
export async function placeOnServer(what: string): Promise<Place | undefined> {
  const url = serverUrl();
  if (!url) {
    console.log(`${what}: skipped, because neither TEST_DATABASE_URL nor DATABASE_URL names a PostgreSQL server.`);
    return undefined;
  }
  process.env['TEST_DATABASE_URL'] = url;
  // Only now: the file looks at the variable when it is loaded.
  const { makePlace } = await import('../support/place.ts');
  const place = await makePlace();
  const { pathname } = new URL(place.env['DATABASE_URL'] ?? url);
  await ask(url, `alter database ${pathname.slice(1)} set synchronous_commit = off`);
  return place;
}

async function ask<Row extends object>(connectionString: string | undefined, sql: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
