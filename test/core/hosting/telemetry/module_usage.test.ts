import { expect } from 'chai';
import { eventually } from '../../../support/eventually.ts';
import { Installation } from '../../../support/installation.ts';
import { started } from '../../../support/started.ts';
import { makeTestDatabase } from '../../../support/test_database.ts';
import { shop } from '../isolation/shop.ts';

const path = '/api/plugins/shop/items';

describe('The usage of modules', () => {
  const place = started(() => makeTestDatabase());
  const installation = started(() => new Installation(shop).linkCore('database', 'jobs', 'events'));
  let served: Awaited<ReturnType<Installation['serve']>>;

  before(async () => {
    served = await installation.serve({
      env: { ...place.env, NODE_ENV: 'test', PORT: '0' },
      config: { modules: { jobs: { enabled: false } } },
    });
  });

  async function figures(module: string): Promise<Record<string, number>> {
    const { text } = await served.api.get('/metrics').expect(200);
    const found = text.matchAll(new RegExp(`^lectern_module_(\\w+)_total\\{module="${module}"\\} (.+)$`, 'gm'));
    return Object.fromEntries([...found].map(([, name = '', value]) => [name, Number(value)]));
  }

  /** What `work` adds to the figures of a module. */
  async function added(work: () => Promise<unknown>, module = 'shop'): Promise<Record<string, number>> {
    const before = await figures(module);
    await work();
    const now = await figures(module);
    return Object.fromEntries(Object.entries(now).map(([name, value]) => [name, value - (before[name] ?? 0)]));
  }

  it('counts statements, rows and time of the database for the plugin that sends them', async () => {
    const calm = await figures('calm');
    const use = await added(() => served.api.get(`${path}?rows=7`).expect(200));
    expect(use).to.include({ statements: 1, rows: 7, job_seconds: 0 });
    expect(use['database_seconds']).to.be.within(0.000_01, 20);
    expect(await figures('calm')).to.deep.equal(calm);
  });

  it('counts statements for a module of core', async () => {
    const use = await added(() => served.api.get('/api/grounds?rows=3').expect(200), 'ground');
    expect(use).to.include({ statements: 1, rows: 3 });
  });

  it('counts all statements of a transaction, with BEGIN and COMMIT', async () => {
    expect(await added(() => served.api.post(path).expect(200))).to.include({ statements: 4 });
  });

  it('counts the bytes of answers', async () => {
    const use = await added(() => served.api.get(`${path}?letters=5000`).expect('Content-Length', '5020'));
    expect(use['answer_bytes']).to.equal(5020);
    expect((await added(() => served.api.get('/api/plugins/shop/press').expect('12345')))['answer_bytes']).to.equal(5);
    expect((await added(() => served.api.head(path).expect(200)))['answer_bytes']).to.equal(0);
  });

  it('counts the time of the event loop before and after a statement', async () => {
    const early = await added(() => served.api.get(`${path}?before=50`).expect(200));
    expect(early['loop_seconds']).to.be.within(0.05, 5);
    const late = await added(() => served.api.get(`${path}?rows=1&after=50`).expect(200));
    expect(late['loop_seconds']).to.be.within(0.05, 5);
  });

  it('does not count waits as time of the event loop', async () => {
    // A busy machine may interrupt the code of a run by itself.
    await eventually(async () => {
      const use = await added(() => served.kernel.services.jobs.run('shop.sweeping'));
      expect(use['job_seconds']).to.be.within(0.059, 20);
      expect(use['loop_seconds']).to.be.below(0.05);
    });
  });

  it('counts runs of jobs with their statements', async () => {
    const use = await added(() => served.kernel.services.jobs.run('shop.sweeping'));
    expect(use).to.include({ statements: 1, rows: 3 });
  });

  it('counts the work of subscribers for their module', async () => {
    const { database, events } = served.kernel.services;
    const use = await added(async () => {
      const sold = await database.transaction(() => events.publish('shop.sold' as never, {} as never));
      await events.settle([sold]);
    }, 'calm');
    expect(use['rows']).to.be.within(40, 50);
    expect(use['statements']).to.be.within(2, 5);
  });

  it('has no series for addresses without a route', async () => {
    await served.api.get('/api/nothing').expect(404);
    const { text } = await served.api.get('/metrics').expect(200);
    const modules = [...text.matchAll(/^lectern_module_statements_total\{module="(\w*)"\}/gm)].map(([, name]) => name);
    expect(modules).to.have.members(['shop', 'calm', 'ground']);
  });
});
