import { PlatformProcess } from './platform_process.ts';
import type { PrivatePostgres } from './private_postgres.ts';

const tables = ['users', 'articles', 'article_categories', 'courses', 'item_bank_exercises', 'vip_levels', 'settings'];

/** Starts replicas together on an empty database. @returns the number of rows of each table with demo data */
export async function startedTogether(postgres: PrivatePostgres, database: string, count: number): Promise<number[]> {
  await postgres.query(`create database ${database}`);
  const env = { DATABASE_URL: postgres.urlOf(database) };
  const one = () => PlatformProcess.begin({ env, config: { demo: true } });
  const replicas = await Promise.all(Array.from({ length: count }, one));
  try {
    await Promise.all(replicas.map((replica) => replica.ready()));
    const counts = tables.map((table) => `(select count(*) from ${table})::int as ${table}`);
    const [row] = await postgres.query<Record<string, number>>(`select ${counts.join(', ')}`, database);
    return Object.values(row as Record<string, number>);
  } finally {
    await Promise.all(replicas.map((replica) => replica.clear()));
  }
}
