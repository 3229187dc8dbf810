import { expect } from 'chai';
import { TestClock } from 'lectern/testing';
import { eventually } from '../../../support/eventually.ts';
import { started } from '../../../support/started.ts';
import { makeTestDatabase } from '../../../support/test_database.ts';
import { installations, reasonOf } from '../../kernel/boot/support.ts';
import { shop } from './shop.ts';

const path = '/api/plugins/shop/items';
const at = '2026-01-31T08:00:20Z';

describe('The budget of a module', () => {
  const place = started(() => makeTestDatabase());
  const install = installations();
  const clock = new TestClock();
  let logs: string[];

  beforeEach(() => clock.set(at));

  const terms = (budgets: object) => ({
    env: { ...place.env, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info' },
    config: { budgets, modules: { jobs: { enabled: false } } },
    clock,
  });

  async function serve(budgets: object) {
    const installation = install(shop).linkCore('database', 'jobs', 'events');
    logs = installation.logs;
    return installation.serve(terms(budgets));
  }

  const warnings = () => logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes('has used'));

  it('warns once a minute, with module, budget, value, limit and fix', async () => {
    const { api } = await serve({ shop: { rows: 5 } });
    await api.get(`${path}?rows=5`).expect(200);
    expect(warnings()).to.deep.equal([]);
    await api.get(`${path}?rows=4`).expect(200);
    await api.get(`${path}?rows=4`).expect(200);
    expect(warnings()).to.have.length(1);
    const [{ level, msg, ...about }] = warnings();
    expect(level).to.equal(40);
    expect(about).to.include({ module: 'shop', budget: 'rows', used: 9, limit: 5 });
    expect(msg).to.equal(
      `module 'shop' has used 9 of 5 rows in this minute: nothing is refused (onExceed "warn"); find the cause in its ` +
        'requests and jobs, or raise budgets.shop.rows',
    );
    clock.advance(40_000);
    await api.get(`${path}?rows=5`).expect(200);
    expect(warnings()).to.have.length(1);
    await api.get(`${path}?rows=1`).expect(200);
    expect(warnings().map(({ used }) => used)).to.deep.equal([9, 6]);
    const { text } = await api.get('/metrics');
    expect(text).to.include('lectern_module_budget_exceeded_total{module="shop",budget="rows"} 2');
  });

  it('refuses requests with 503 until the minute ends', async () => {
    const { api } = await serve({ shop: { statements: 1, onExceed: 'refuse' } });
    await api.get(`${path}?rows=1`).expect(200);
    await api.get(`${path}?rows=1`).expect(200);
    const { body, headers } = await api.get(path).expect(503);
    expect(body.error).to.deep.equal({
      code: 8,
      message: 'The plugin "shop" is out of service for a moment; try again later.',
    });
    expect(headers['retry-after']).to.equal('40');
    await api.get('/api/plugins/calm/items?rows=1').expect(200);
    clock.advance(39_999);
    await api.get(path).expect(503);
    clock.advance(1);
    await api.get(path).expect(200);
    expect(warnings()).to.have.length(1);
  });

  it('delays operations by a second, without a connection, and not beyond the end of the minute', async () => {
    const { api, kernel } = await serve({ shop: { statements: 1, onExceed: 'slow' } });
    const timed = async () => {
      const begunAt = performance.now();
      const answer = api.get(`${path}?rows=1`).expect(200);
      const rows = kernel.services.database.raw('select 1').then(() => performance.now() - begunAt);
      await answer;
      return { ms: performance.now() - begunAt, rows: await rows };
    };
    let begin = Date.parse('2026-01-31T09:00:00Z');
    // A busy machine may delay a request by itself, so that a whole sequence may need further attempts.
    await eventually(async () => {
      begin += 120_000;
      clock.set(new Date(begin));
      await api.get(`${path}?rows=1`).expect(200);
      expect((await timed()).ms).to.be.below(900);
      const slow = await timed();
      expect(slow.ms).to.be.at.least(990);
      expect(slow.rows).to.be.below(900);
      clock.set(new Date(begin + 59_900));
      expect((await timed()).ms).to.be.within(90, 900);
      clock.set(new Date(begin + 60_000));
      expect((await timed()).ms).to.be.below(900);
    });
  });

  it('holds due jobs until the minute ends', async () => {
    const { kernel } = await serve({ shop: { jobMs: 10, onExceed: 'refuse' } });
    const { jobs, database } = kernel.services;
    const runs = () => (globalThis as never as { shopRuns: number }).shopRuns;
    const due = () => database.raw(`update jobs set due_at = now() - interval '1 second'`);
    await jobs.runDue();
    await due();
    const before = runs();
    await jobs.runDue();
    expect(runs()).to.equal(before);
    clock.advance(60_000);
    await jobs.runDue();
    expect(runs()).to.equal(before + 1);
    await database.raw('delete from jobs');
  });

  for (const [figure, query] of Object.entries({
    loopMs: '?before=20',
    databaseMs: '?rows=1000',
    answerBytes: '?letters=2000',
  })) {
    it(`limits ${figure}`, async () => {
      const { api } = await serve({ shop: { [figure]: figure === 'answerBytes' ? 1000 : 0.001, onExceed: 'refuse' } });
      await api.get(path + query).expect(200);
      await api.get(path).expect(503);
      expect(warnings().map(({ budget }) => budget)).to.deep.equal([figure]);
    });
  }

  it('refuses requests to a module of core', async () => {
    const { api } = await serve({ ground: { rows: 1, onExceed: 'refuse' } });
    await api.get('/api/grounds?rows=2').expect(200);
    const { body } = await api.get('/api/grounds').expect(503);
    expect(body.error.message).to.equal('The module "ground" is out of service for a moment; try again later.');
  });

  const mistakes: Record<string, [object, string]> = {
    'an unknown module': [
      { shoop: { rows: 1 } },
      'Configuration: "budgets.shoop" names a module that is not installed; remove the section or correct its name.',
    ],
    'an unknown limit': [
      { shop: { lines: 1 } },
      '"budgets.shop.lines" is not a known key; remove it or correct its name',
    ],
    'an unknown consequence': [
      { shop: { onExceed: 'stop' } },
      '"budgets.shop.onExceed" must be one of warn, slow, refuse',
    ],
    'a limit of 0': [{ shop: { rows: 0 } }, '"budgets.shop.rows" must be > 0'],
  };
  for (const [what, [budgets, reason]] of Object.entries(mistakes)) {
    it(`must not have ${what}`, async () => {
      const installation = install(shop).linkCore('database', 'jobs', 'events');
      expect(await reasonOf(installation.boot(terms(budgets)))).to.include(reason);
    });
  }
});
