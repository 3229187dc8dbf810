import pg from 'pg';
import type { Place } from '../support/place.ts';

const serverUrl = () => process.env['TEST_DATABASE_URL'] || process.env['DATABASE_URL'];

/** Name and version of that server, such as `PostgreSQL 15.19`. */
export async function serverVersion(): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return `PostgreSQL ${rows[0]?.server_version.split(' ', 1)[0] ?? ''}`;
  } finally {
    await client.end();
  }
}

/** A database of its own on the server that the environment names; without one it says what is skipped. */
export async function placeOnServer(what: string): Promise<Place | undefined> {
  const url = serverUrl();
  if (!url) {
    console.log(`${what}: skipped, because neither TEST_DATABASE_URL nor DATABASE_URL names a PostgreSQL server.`);
    return undefined;
  }
  process.env['TEST_DATABASE_URL'] = url;
  // Only now: the file looks at the variable when it is loaded.
  const { makePlace } = await import('../support/place.ts');
  return makePlace();
}
