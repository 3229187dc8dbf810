import { expect } from 'chai';
import { figure, seconds } from '../support/figures.ts';
import { flawOf, Clients } from '../support/clients.ts';
import { PrivatePostgres } from '../support/private_postgres.ts';
import { School } from '../support/school.ts';
import { until } from '../support/until.ts';

const RECOVERED_MS = 4_000;

describe('The platform', () => {
  let school: School;
  let standby: PrivatePostgres;

  before(async () => {
    school = await School.open();
    standby = await PrivatePostgres.standbyOf(school.database);
  });
  after(async () => {
    await standby.clear();
    await school.clear();
  });

  it('refuses writes on a read-only server, and writes again when the address leads to the primary', async () => {
    await caughtUp();
    // The address leads to a standby that is not promoted; reads are still answered.
    school.way.lead(standby.port);
    school.way.cut();
    const refused = await school.ask(school.write());
    expect(refused.status, JSON.stringify(refused.body)).to.equal(503);
    expect(flawOf(refused)).to.equal(undefined);
    await until(async () => expect((await school.ask(school.read())).status).to.equal(200));
    // Back to the primary, with open connections to the standby: one write may fail, later writes reach the primary.
    school.way.lead(school.database.port);
    await school.ask(school.write());
    const since = performance.now();
    await until(async () => expect((await school.ask(school.write())).status).to.equal(201));
    figure('writes go on after a read-only server', seconds(performance.now() - since));
    expect(performance.now() - since).to.be.below(RECOVERED_MS);
  });

  it('loses no confirmed write, and writes again after the promotion of the standby', async () => {
    const load = new Clients(school.platform.url, school.write, 8);
    await until(() => expect(load.answers).to.have.lengthOf.above(20));
    // In a fast shutdown, the primary first sends all changes to the standby.
    await school.database.stop('fast');
    school.way.lead(standby.port);
    await standby.promote();
    const since = performance.now();
    await until(() => expect(load.recoveredAfter(since)).to.not.equal(undefined));
    const recovery = load.recoveredAfter(since)!;
    figure('writes go on after the promotion', seconds(recovery));
    expect(recovery).to.be.below(RECOVERED_MS);
    await load.end();
    expect(load.flaws).to.deep.equal([]);
    const titles = school.written(load.answers);
    const rows = await standby.query<{ title: string }>('select title from articles');
    const kept = new Set(rows.map(({ title }) => title));
    expect(
      titles.filter((title) => !kept.has(title)),
      'confirmed and lost',
    ).to.deep.equal([]);
    figure('confirmed, refused, lost at a failover', `${titles.length}, ${load.count((one) => one === 503)}, 0`);
  });

  async function caughtUp(): Promise<void> {
    await until(async () => {
      const [sent] = await school.database.query<{ at: string }>('select pg_current_wal_lsn() as at');
      const [got] = await standby.query<{ has: boolean }>(`select pg_last_wal_replay_lsn() >= '${sent!.at}' as has`);
      expect(got!.has).to.equal(true);
    });
  }
});
