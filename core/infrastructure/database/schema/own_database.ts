import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A temporary database on a server, for tests and `lectern check`. */
export interface OwnDatabase {
  /** URL of the database. Secret, because the URL may contain a password. */
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Creates a database on the server of the URL `beside`.
 * @param template name of a database on the server to copy; default: an empty database
 * @throws errors of the driver, among them 3D000 if the server has no database `template`
 */
export async function makeDatabase(beside: string, template = 'template1'): Promise<OwnDatabase> {
  const name = `lectern_own_${randomBytes(6).toString('hex')}`;
  const url = new URL(beside);
  url.pathname = `/${name}`;
  await administer(beside, `create database ${name} template ${template}`);
  return { url: url.href, drop: () => administer(beside, `drop database ${name} with (force)`) };
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
