import pg from 'pg';
import type { Cluster } from './cluster.ts';
import { PASSWORD } from './cluster_node.ts';

const COMMITS = 500;

/** Mean time of a small transaction in milliseconds, by `synchronous_commit`. */
export async function commitCost(cluster: Cluster): Promise<Readonly<Record<'on' | 'local', number>>> {
  const { ports } = await cluster.primary();
  const client = new pg.Client(`postgres://postgres:${PASSWORD}@127.0.0.1:${ports.postgres}/lectern`);
  await client.connect();
  try {
    await client.query('create table if not exists commits (n int)');
    const mean = async (level: string) => {
      await client.query(`set synchronous_commit = ${level}`);
      const begun = performance.now();
      for (let n = 0; n < COMMITS; n++) await client.query('insert into commits values ($1)', [n]);
      return (performance.now() - begun) / COMMITS;
    };
    await mean('local');
    return { on: await mean('on'), local: await mean('local') };
  } finally {
    await client.query('drop table if exists commits');
    await client.end();
  }
}
