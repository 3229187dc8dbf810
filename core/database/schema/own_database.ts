import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A temporary database on a server, for tests and `lectern check`. */
export interface OwnDatabase {
  /** URL of the database. Secret, because the URL may contain a password. */
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates an empty database on the server of the URL `beside`. @throws errors of the driver */
export async function makeDatabase(beside: string): Promise<OwnDatabase> {
  const name = `lectern_own_${randomBytes(6).toString('hex')}`;
  const url = new URL(beside);
  url.pathname = `/${name}`;
  await administer(beside, `create database ${name}`);
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
