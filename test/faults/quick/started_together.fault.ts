import { expect } from 'chai';
import { figure, seconds } from '../support/figures.ts';
import { PlatformProcess } from '../support/platform_process.ts';
import { PrivatePostgres } from '../support/private_postgres.ts';

describe('Three replicas that start together on an empty database', () => {
  let postgres: PrivatePostgres;

  before(async () => {
    postgres = await PrivatePostgres.start();
  });
  after(() => postgres.clear());

  it('become ready, with as many demo rows as a single replica', async () => {
    const alone = await startedTogether(postgres, 'alone', 1);
    const begun = performance.now();
    const together = await startedTogether(postgres, 'together', 3);
    figure('three at once on an empty database: ready after', seconds(performance.now() - begun));
    expect(together).to.deep.equal(alone);
    expect(Math.min(...alone)).to.be.greaterThan(0);
  });
});

const tables = ['users', 'articles', 'article_categories', 'courses', 'item_bank_exercises', 'vip_levels', 'settings'];

/** Starts replicas together on an empty database. @returns the number of rows of each table with demo data */
async function startedTogether(postgres: PrivatePostgres, database: string, count: number): Promise<number[]> {
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
