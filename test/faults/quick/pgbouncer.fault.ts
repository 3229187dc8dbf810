import { expect } from 'chai';
import { createKernel, type Kernel } from 'lectern/host';
import pg from 'pg';
import { projectRoot, tokenOf } from '../../support/platform.ts';
import { figure, seconds } from '../support/figures.ts';
import { PrivateBouncer } from '../support/private_bouncer.ts';
import { PrivatePostgres } from '../support/private_postgres.ts';
import { runSuite } from '../support/suite_run.ts';

/** Tests of transactions, statements, locks and money, which a pooler could break. */
const files = [
  'test/core/infrastructure/database/statement.test.ts',
  'test/core/infrastructure/database/statement.servers.test.ts',
  'test/core/infrastructure/database/transactions/transactions.test.ts',
  'test/core/infrastructure/database/transactions/transactions.servers.test.ts',
  'test/core/platform/articles/resources/articles.test.ts',
  'test/core/platform/orders/services/ordering.checks.test.ts',
];

describe('PgBouncer in transaction mode', function () {
  this.timeout(180_000);
  let server: PrivatePostgres | undefined;
  let bouncer: PrivateBouncer | undefined;
  const url = () => (bouncer as PrivateBouncer).urlOf('postgres');

  before(async () => {
    server = await PrivatePostgres.start();
    bouncer = await PrivateBouncer.before(server);
  });
  after(async () => {
    await bouncer?.clear();
    await server?.clear();
  });

  it('passes the tests of transactions, statements, articles and orders', async () => {
    const { passed, failed, milliseconds } = await runSuite(files, url());
    expect(failed).to.deep.equal([]);
    figure('through PgBouncer: tests passed', `${passed.length} in ${seconds(milliseconds)}`);
    expect(passed.length).to.be.greaterThan(40);
  });

  it('gets connections back without session state, such as settings, statements or locks', async () => {
    const env = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: url() };
    const kernel = await createKernel({ root: projectRoot, env, config: { demo: true } });
    try {
      await kernel.listen();
      await workOn(kernel);
      const left = await leftBehind(url());
      figure('PgBouncer: connections to the server looked at', left.length);
      expect(left.flat()).to.deep.equal([]);
    } finally {
      await kernel.stop();
    }
  });
});

/** Sends all kinds of statements: lookups, transactions, another isolation level, and one that exceeds its timeout. */
async function workOn(kernel: Kernel): Promise<void> {
  const { database } = kernel.services;
  const headers = { 'X-Auth-Token': await tokenOf(kernel, 'admin'), 'Content-Type': 'application/json' };
  const ask = (path: string, init: RequestInit = {}) => fetch(`${kernel.url}/api${path}`, { headers, ...init });
  const body = JSON.stringify({ title: 'Through the pooler' });
  const paths = ['/articles', '/courses?sort=-price', '/item_bank_exercises?title=a', '/user/info', '/articles/1'];
  const answers = await Promise.all([
    ...paths.map((path) => ask(path)),
    ...[1, 2, 3].map((id) => ask(`/articles/${id}`, { method: 'PATCH', body })),
  ]);
  expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
  await database.transaction(() => Promise.resolve(database.raw('select 1')), { isolationLevel: 'serializable' });
  const slow = () => database.transaction(async () => database.raw('select pg_sleep(30)'), { queryLimitMs: 50 });
  await slow().then(
    () => expect.fail('a statement that is too slow has to be given up'),
    () => undefined,
  );
}

const LEFT = `
  select 'setting ' || name || ' = ' || setting as what from pg_settings
  where source = 'session' and name not in
    ('client_encoding', 'DateStyle', 'TimeZone', 'standard_conforming_strings', 'application_name')
  union all select 'prepared statement ' || statement from pg_prepared_statements
  union all select 'cursor ' || statement from pg_cursors
  union all select 'channel ' || channel from pg_listening_channels() as channel
  union all select 'advisory lock ' || objid from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
  union all select 'temporary table ' || relname from pg_class
    where relpersistence = 't' and relnamespace = pg_my_temp_schema()`;

/** Returns the session state on each server connection of the pooler. An open transaction reserves a connection. */
async function leftBehind(url: string): Promise<string[][]> {
  const clients = Array.from({ length: 5 }, () => new pg.Client({ connectionString: url }));
  try {
    await Promise.all(clients.map((client) => client.connect()));
    await Promise.all(clients.map((client) => client.query('begin')));
    const left = await Promise.all(clients.map((client) => client.query<{ what: string }>(LEFT)));
    await Promise.all(clients.map((client) => client.query('commit')));
    return left.map(({ rows }) => rows.map(({ what }) => what));
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
