import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database that was made for one purpose and goes away with it. */
export interface OwnDatabase {
  /** Secret like every address of a database. */
  readonly url: string;
  drop(): Promise<void>;
}

/** Makes an empty database beside the one that an address names, on the same server. */
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
