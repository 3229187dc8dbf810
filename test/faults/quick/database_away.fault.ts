import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { figure, seconds } from '../support/figures.ts';
import { flawOf, Clients, type Answered } from '../support/clients.ts';
import { School, signIn } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Three seconds, and a margin for a busy machine. */
const SOON_MS = 6_000;
/** One second, and a margin for a busy machine. */
const RECOVERED_MS = 4_000;
const CLIENTS = 16;

describe('The platform', () => {
  let school: School;
  let longestAnswer = 0;
  let longestRecovery = 0;

  before(async () => {
    school = await School.open();
  });
  after(async () => {
    figure('longest answer while the database was away', seconds(longestAnswer));
    figure('longest recovery', seconds(longestRecovery));
    await school.clear();
  });

  const faults: Record<string, { begin: () => unknown; end: () => unknown }> = {
    'is restarted': { begin: () => school.database.stop('fast'), end: () => school.database.start() },
    crashes: { begin: () => school.database.stop('immediate'), end: () => school.database.start() },
    'is killed': { begin: () => school.database.kill(), end: () => school.database.start() },
    'ends all connections': { begin: () => endBackends(), end: () => undefined },
    'falls silent': { begin: () => school.way.stall(), end: () => school.way.resume() },
    'is cut off': { begin: () => school.way.cut(), end: () => undefined },
  };

  for (const [name, { begin, end }] of Object.entries(faults)) {
    it(`answers in time, fails only with 503, and loses no confirmed write, when the database ${name}`, async () => {
      const load = under();
      await until(() => expect(load.answers).to.have.lengthOf.above(CLIENTS));
      await begin();
      // Long enough to affect requests; a silence lasts longer than all timeouts.
      await sleep(name === 'falls silent' ? 4_000 : 500);
      const since = performance.now();
      await end();
      await until(() => expect(load.recoveredAfter(since)).to.not.equal(undefined));
      note(load.recoveredAfter(since) ?? Infinity);
      await load.end();
      await judge(load);
    });
  }

  it('answers 503 in time while a table is locked, and recovers afterwards', async () => {
    await holding('lock table articles in access exclusive mode', async () => {
      const answers = await Promise.all(Array.from({ length: CLIENTS }, () => school.ask(school.write())));
      expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 503));
      judgeEach(answers);
      // The statements of refused requests must not wait on the server, where they would take the lock later.
      await until(async () => expect(await waitingForLocks()).to.equal(0));
    });
    await recovered(performance.now());
  });

  it('serves logins, tokens and /readyz while one endpoint holds all connections', async () => {
    await holding('lock table course_sets in access exclusive mode', async () => {
      // Different pages, because equal ones would share a connection.
      const slow = Array.from({ length: 30 }, (_, index) => school.ask({ path: `/api/course_sets?offset=${index}` }));
      await until(async () => expect(await waitingForLocks()).to.be.at.least(10));
      const probes = await Promise.all([
        school.ask(signIn('student')),
        school.ask({ path: '/readyz' }),
        school.ask({ path: '/api/user/isLogin', init: { headers: { 'X-Auth-Token': school.token } } }),
      ]);
      expect(probes.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
      figure('longest of sign-in, token and /readyz behind a full pool', seconds(longest(probes)));
      judgeEach(await Promise.all(slow));
    });
    await recovered(performance.now());
  });

  it('keeps its process alive, and continues deliveries and jobs afterwards', async () => {
    expect(school.platform.process.isAlive, school.platform.output.slice(-2000)).to.equal(true);
    const [last] = await school.database.query<{ id: string }>(
      'select coalesce(max(id), 0) as id from event_deliveries',
    );
    await school.ask(signIn('student'));
    // A job without a recent run starts after its period of one minute.
    await until(
      async () => {
        const waiting = await school.database.query(`select 1 from event_deliveries where id > ${last!.id}`);
        expect(waiting, 'deliveries that wait').to.deep.equal([]);
        const jobs = await school.database.query(
          "select 1 from jobs where last_ended_at > now() - interval '2 minutes'",
        );
        expect(jobs).to.not.deep.equal([]);
      },
      { timeout: 100_000 },
    );
  });

  /** Starts clients; every second request is a write. */
  function under(): Clients {
    let turn = 0;
    return new Clients(school.platform.url, () => (turn++ % 2 ? school.write() : school.read()), CLIENTS);
  }

  async function judge(load: Clients): Promise<void> {
    judgeEach(load.answers);
    const written = school.written(load.answers);
    expect(written).to.not.deep.equal([]);
    expect(await school.lost(written), 'confirmed and lost').to.deep.equal([]);
    figure('confirmed, refused, lost', `${written.length}, ${load.count((status) => status === 503)}, 0`);
  }

  function judgeEach(answers: readonly Answered[]): void {
    expect(answers.flatMap((answer) => flawOf(answer) ?? [])).to.deep.equal([]);
    longestAnswer = Math.max(longestAnswer, longest(answers));
    expect(longest(answers)).to.be.below(SOON_MS);
  }

  /** Waits until a write succeeds. */
  async function recovered(since: number): Promise<void> {
    await until(async () => expect((await school.ask(school.write())).status).to.equal(201));
    note(performance.now() - since);
  }

  function note(recovery: number): void {
    longestRecovery = Math.max(longestRecovery, recovery);
    expect(recovery, 'recovery').to.be.below(RECOVERED_MS);
  }

  async function endBackends(): Promise<void> {
    await school.database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lectern'",
    );
  }

  async function waitingForLocks(): Promise<number> {
    const rows = await school.database.query(
      "select 1 from pg_stat_activity where application_name = 'lectern' and wait_event_type = 'Lock'",
    );
    return rows.length;
  }

  /** Runs `work` while another connection has run the statement `sql` in an open transaction. */
  async function holding(sql: string, work: () => Promise<void>): Promise<void> {
    const other = new pg.Client({ connectionString: school.database.url });
    await other.connect();
    try {
      await other.query(`begin; ${sql}`);
      await work();
    } finally {
      await other.end();
    }
  }
});

function longest(answers: readonly Answered[]): number {
  return Math.max(...answers.map(({ ms }) => ms));
}
