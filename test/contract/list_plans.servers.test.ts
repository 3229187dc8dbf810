import { expect } from 'chai';
import pg from 'pg';
import { sentBy, type Sent } from '../core/platform/courses/support.ts';
import { startOwnPlatform, type Platform } from '../support/platform.ts';
import { fill, FULL_SCALE, largeTables } from './large_tables/fill.ts';
import { listsIn, queriesOf, unknownFilters, type List } from './large_tables/lists.ts';
import { problemsIn } from './large_tables/plans.ts';

/** `LIST_ROWS=2500000` examines each filter in each order, which takes 90 s. */
const ROWS = Number(process.env['LIST_ROWS'] ?? 600_000);
const isFull = ROWS >= 2_000_000;

/** Tables that do not grow with use: settings, trees, and the state of the installation. */
const smallTables = [
  'admin_log_locks',
  'article_categories',
  'course_categories',
  'database_heartbeats',
  'event_subscribers',
  'idempotency_secrets',
  'jobs',
  'lectern_leases',
  'lectern_migrations',
  'lectern_tables',
  'ledger_checkpoints',
  'order_transitions',
  'settings',
  'vip_levels',
];

/** Requests whose plans may read more, with the reason. */
const exceptions: readonly (readonly [request: RegExp, plan: RegExp, reason: string])[] = [
  [
    /^\/api\/(courses|course_sets|classrooms|item_bank_exercises)\?title=Lesson$/,
    /^Seq Scan .* reads/,
    'the total of a list for readers is exact, and most titles contain the word',
  ],
];

/** Lists of the state of the process. */
const inMemory = ['/api/console/errors', '/api/console/requests', '/api/console/routes'];

describe(`Lists and jobs with ${ROWS} rows`, function () {
  this.timeout(600_000);
  let platform: Platform;
  let client: pg.Client;
  let lists: readonly List[];
  let ofJobs: readonly (readonly [name: string, Sent])[];

  before(async () => {
    const modules = { database: { statementTimeoutMs: 30_000 }, jobs: { enabled: false } };
    platform = await startOwnPlatform({ modules });
    lists = listsIn((await platform.api.get('/api/openapi.json').expect(200)).body);
    // Before there are rows to work on: the first statements of a job do not depend on them.
    ofJobs = await statementsOfJobs();
    client = new pg.Client({ connectionString: platform.kernel.services.databaseConfig.url });
    await client.connect();
    await fill(client, Math.min(ROWS, FULL_SCALE));
  });
  after(async () => {
    await client.end();
    await platform.stop();
  });

  async function statementsOfJobs() {
    const found: [string, Sent][] = [];
    for (const job of platform.kernel.services.contributions.of('jobs')) {
      for (const one of await sentBy(() => job.run())) found.push([job.name, one]);
    }
    return found;
  }

  it('fill each table that grows with use', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    expect(rows.map(({ name }) => name)).to.have.members([...Object.keys(largeTables), ...smallTables]);
  });

  it('have a value for each filter', () => {
    const unknown = lists.map((list) => [list.path, unknownFilters(list)] as const);
    const missing = unknown.filter(([path, names]) => names.length > 0 && !inMemory.includes(path));
    expect(missing).to.deep.equal([['/api/payment_totals', ['days']]]);
  });

  it('have an index for each foreign key of a large table', async () => {
    const { rows } = await client.query<{ name: string; target: string }>(
      `select conrelid::regclass::text as name, confrelid::regclass::text as target, conname from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
         select from pg_index where indrelid = conrelid and indpred is null and indkey[0] = any(conkey))`,
    );
    expect(rows.filter(({ name, target }) => name in largeTables && target in largeTables)).to.deep.equal([]);
  });

  for (const caller of ['admin', 'student']) {
    it(`read no more rows than a page and its total need, for the ${caller} of the demo data`, async () => {
      const headers = await platform.as(caller);
      const seen = new Set<string>();
      const found: string[] = [];
      for (const list of lists) {
        for (const query of queriesOf(list, isFull)) {
          const address = `${list.path}?${query}`;
          const sent = await sentBy(() => platform.api.get(address).set(headers));
          const unseen = sent.filter(({ text, values }) => isNew(seen, JSON.stringify([text, values])));
          found.push(...(await problemsOf(address, unseen)));
        }
      }
      expect(found).to.deep.equal([]);
    });
  }

  it('read no more rows than a job needs', async () => {
    expect(ofJobs.length).to.be.greaterThan(20);
    const found: string[] = [];
    for (const [name, sent] of ofJobs) found.push(...(await problemsOf(name, [sent])));
    expect(found).to.deep.equal([]);
  });

  async function problemsOf(cause: string, sent: readonly Sent[]): Promise<string[]> {
    const found: string[] = [];
    for (const statement of sent) {
      if (!/^\s*(select|with|insert|update|delete)\b/i.test(statement.text)) continue;
      for (const problem of await problemsIn(client, statement)) {
        const isExpected = exceptions.some(([request, plan]) => request.test(cause) && plan.test(problem));
        if (!isExpected) found.push(`${cause}: ${problem}, by ${statement.text}`);
      }
    }
    return found;
  }
});

function isNew(seen: Set<string>, key: string): boolean {
  const before = seen.size;
  return seen.add(key).size > before;
}
