import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { figure, seconds } from '../support/figures.ts';
import { PrivateBouncer } from '../support/private_bouncer.ts';
import { PrivatePostgres } from '../support/private_postgres.ts';
import { runSuite, type Failed, type SuiteRun } from '../support/suite_run.ts';

const modules =
  'users,articles,courses,exercises,orders,payments,coupons,limits,settings,jobs,events,ledger,money,idempotency,' +
  'verification,social_login,api_access,database';

/** Tests that use the database. */
const files = [
  'test/contract/*.test.ts',
  `test/core/{${modules}}/*.test.ts`,
  'plugins/*/test/*.test.ts',
  'test/custom/*.test.ts',
];

/**
 * Titles of tests that need a direct connection to the server. They end or identify server connections, or need named
 * statements, which a pooler in transaction mode excludes.
 */
const ofTheServer = new RegExp(
  [
    'reconnects after the server has ended an idle connection',
    'where the database remembers them',
    'abandons a query after its time limit, together with its connection',
    'closes all connections to a server that has become read-only',
    'closes idle connections after a query without an answer',
  ].join('|'),
);

describe('The whole API through PgBouncer in transaction mode', function () {
  this.timeout(3_600_000);
  let server: PrivatePostgres | undefined;
  let bouncer: PrivateBouncer | undefined;

  before(async () => {
    server = await PrivatePostgres.start({ settings: { max_connections: 300 } });
    bouncer = await PrivateBouncer.before(server);
  });
  after(async () => {
    await bouncer?.clear();
    await server?.clear();
  });

  it('passes the tests that it passes without PgBouncer', async () => {
    const [direct, through] = await Promise.all([
      runSuite(files, (server as PrivatePostgres).url),
      runSuite(files, (bouncer as PrivateBouncer).urlOf('postgres')),
    ]);
    tell('without PgBouncer', direct);
    tell('through PgBouncer', through);
    const passed = new Set(direct.passed);
    const broken = through.failed.filter(({ title }) => passed.has(title) && !ofTheServer.test(title));
    expect(await brokenAgain(broken)).to.deep.equal([]);
    expect(through.passed.length + through.failed.length).to.equal(direct.passed.length + direct.failed.length);
  });

  /** Runs failed tests again, because a busy machine makes single tests fail. @returns the tests that fail again */
  async function brokenAgain(broken: readonly Failed[]): Promise<readonly Failed[]> {
    if (broken.length === 0) return [];
    const titles = new Set(broken.map(({ title }) => title));
    const again = await runSuite(
      [...new Set(broken.map(({ file }) => file))],
      (bouncer as PrivateBouncer).urlOf('postgres'),
    );
    return again.failed.filter(({ title }) => titles.has(title));
  }
});

function tell(how: string, { passed, failed, milliseconds }: SuiteRun): void {
  figure(`the whole API ${how}`, `${passed.length} passed, ${failed.length} failed, ${seconds(milliseconds)}`);
  for (const { title, reason } of failed)
    console.log(`        failed ${how}: ${title} (${reason.split('\n', 1)[0] ?? ''})`);
}
