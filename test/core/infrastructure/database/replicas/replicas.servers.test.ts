import { expect } from 'chai';
import { createKernel, type Kernel } from 'lectern/host';
import supertest from 'supertest';
import type { ReplicaState } from '../../../../../core/infrastructure/database/replicas/replica.ts';
import { eventually } from '../../../../support/eventually.ts';
import { logWatch } from '../../../../support/log_watch.ts';
import { makeTestDatabase } from '../../../../support/test_database.ts';
import { sentBy } from '../../../platform/courses/support.ts';
import { projectRoot, tokenOf } from '../../../../support/platform.ts';
import { DatabaseFixture as OwnDatabase } from '../support.ts';
import { prepared } from '../../../../support/started.ts';

// The database is its own replica: the tests look at where reads go, not at what they return.
describe('Read replicas', () => {
  let kernels: Kernel[];

  const place = prepared(makeTestDatabase);

  before(async () => {
    kernels = [await boot(), await boot()];
    await Promise.all(kernels.map(inUse));
  });
  after(async () => {
    await Promise.all(kernels.map((kernel) => kernel.stop()));
    await place.clear();
  });

  async function boot(): Promise<Kernel> {
    const url = place.env['DATABASE_URL'] as string;
    const env = { NODE_ENV: 'test', PORT: '0', ...place.env, DATABASE_REPLICA_URLS: `${url}?application_name=copy` };
    const kernel = await createKernel({
      root: projectRoot,
      env,
      config: { demo: true },
      logTo: logWatch.destination([]),
    });
    await kernel.listen();
    return kernel;
  }

  const replicaOf = ({ services }: Kernel) => services.database.replicas?.report.replicas[0] as ReplicaState;
  const inUse = (kernel: Kernel) =>
    eventually(() => Promise.resolve(expect(replicaOf(kernel)).to.include({ state: 'in use' })));
  const first = () => kernels[0] as Kernel;
  const second = () => kernels[1] as Kernel;

  interface Asked {
    readonly method?: 'get' | 'head' | 'post' | 'patch' | 'delete';
    readonly path: string;
    readonly token?: string;
    readonly body?: object;
  }

  /** Sends a request. @returns its status, and its reads from the replica and the primary, without those of the authentication */
  async function readsOf(kernel: Kernel, { method = 'get', path, token, body }: Asked) {
    const before = kernel.services.database.replicas?.report;
    const request = supertest(kernel.url)[method](`/api${path}`);
    if (token) void request.set('X-Auth-Token', token);
    const { status } = await (body ? request.send(body) : request);
    const after = kernel.services.database.replicas?.report;
    const replica = (after?.replicas[0]?.reads ?? 0) - (before?.replicas[0]?.reads ?? 0);
    return { status, replica, primary: (after?.onPrimary ?? 0) - (before?.onPrimary ?? 0) };
  }

  const newcomer = () => tokenOf(first(), 'newcomer');

  const lists = [
    ['/articles', 2],
    ['/article_categories', 1],
    ['/courses', 3],
    ['/courses?sort=-price,rating', 3],
    ['/course_sets', 2],
    ['/classrooms', 3],
    ['/item_bank_exercises', 2],
    ['/item_bank_exercises?title=a&sort=-rating,createdTime', 2],
    ['/plugins/vip/vip_levels', 1],
    ['/plugins/vip/vip_courses', 4],
    ['/plugins/vip/vip_course_sets', 3],
    ['/plugins/vip/vip_classrooms', 4],
  ] as const;
  it('serve reads of lists', async () => {
    const token = await newcomer();
    for (const [path, most] of lists) {
      const { status, replica, primary } = await readsOf(first(), { path, token });
      expect({ status, primary }, path).to.deep.equal({ status: 200, primary: 0 });
      expect(replica, path).to.be.within(1, most);
    }
  });

  const singles = ['/articles/1', '/article_categories/1', '/courses/1', '/course_sets/1', '/classrooms/1'];
  const others = ['/item_bank_exercises/1', '/item_bank_exercises/1/members', '/plugins/vip/vip_levels/1'];
  it('serve GET and HEAD of single objects and of lists below them', async () => {
    const token = await newcomer();
    for (const path of [...singles, ...others, '/courses/1/members', '/classrooms/1/courses']) {
      for (const method of ['get', 'head'] as const) {
        const { status, replica } = await readsOf(first(), { method, path, token });
        expect(status, `${method} ${path}`).to.equal(200);
        expect(replica, `${method} ${path}`).to.be.greaterThan(0);
      }
    }
  });

  it('serve no data of the caller', async () => {
    const token = await newcomer();
    for (const path of ['/user/info', '/me', '/settings/vip', '/plugins/vip/vip_users/7', '/coupons', '/orders']) {
      expect((await readsOf(first(), { path, token })).replica, path).to.equal(0);
    }
  });

  describe('after a write', () => {
    let token: string;

    // No write of the user is recorded yet.
    beforeEach(async () => {
      token = await tokenOf(first(), 'admin');
      await first().services.database.table('last_writes').delete();
    });

    it('are not used by the write itself', async () => {
      const change = { method: 'patch', path: '/articles/1', token, body: { title: 'Changed' } } as const;
      expect(await readsOf(first(), change)).to.deep.equal({ status: 200, replica: 0, primary: 0 });
    });

    it('are not used for the same user for five seconds, in any process', async () => {
      expect((await readsOf(second(), { path: '/articles', token })).replica).to.be.greaterThan(0);
      await readsOf(first(), { method: 'patch', path: '/articles/1', token, body: { title: 'Changed again' } });
      for (const kernel of kernels) {
        for (const path of ['/articles', '/articles/1'])
          expect((await readsOf(kernel, { path, token })).replica).to.equal(0);
      }
      const other = await readsOf(second(), { path: '/articles/1', token: await newcomer() });
      expect(other.replica).to.be.greaterThan(0);
      await first().services.database.raw(`update last_writes set wrote_at = wrote_at - interval '5.1 seconds'`);
      expect((await readsOf(second(), { path: '/articles', token })).replica).to.be.greaterThan(0);
    });

    it('are not used if the write was refused with 412', async () => {
      const stale = supertest(first().url).patch('/api/articles/1').set({ 'X-Auth-Token': token, 'If-Match': '"999"' });
      expect((await stale.send({ title: 'Refused' })).status).to.equal(412);
      expect((await readsOf(second(), { path: '/articles/1', token })).replica).to.equal(0);
    });
  });

  it('are not used in transactions, for other methods than GET, or without a known last write', async () => {
    const { database, articles } = first().services;
    const reads = () => replicaOf(first()).reads;
    const call = (user?: object, method = 'GET') => ({ user, request: { message: { method, socket: {} } } }) as never;
    const query = { manages: false, categoryId: '0', offset: 0, limit: 1 };
    const before = reads();
    await articles.list(query, call({ id: '1' }));
    await articles.list(query, call({ id: '1', wroteLately: true }));
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) await articles.list(query, call(undefined, method));
    await database.transaction(() => articles.list(query, call()));
    await articles.list(query);
    expect(reads()).to.equal(before);
    await articles.list(query, call());
    expect(reads()).to.be.greaterThan(before);
  });

  it('serve a row only to callers without a recent write, even in the same turn', async () => {
    const { articles } = first().services;
    const call = (wroteLately: boolean) =>
      ({ user: { id: '1', wroteLately }, request: { message: { method: 'GET', socket: {} } } }) as never;
    const get = (lately: boolean) => articles.get('1', { manages: true }, call(lately));
    for (const lately of [false, true]) await get(lately);
    const before = replicaOf(first()).reads;
    // The first of each kind is sent at once, the others together.
    const sent = await sentBy(() => Promise.all([false, true, false, true, false, true].map(get)));
    expect([sent.length, replicaOf(first()).reads - before]).to.deep.equal([4, 2]);
  });

  it('are counted in /metrics, and named without their password', async () => {
    const { text } = await supertest(first().url).get('/metrics').expect(200);
    const { server } = replicaOf(first());
    const { host, pathname } = new URL(place.env['DATABASE_URL'] as string);
    expect(server).to.equal(`${host}${pathname}`);
    expect(text).to.match(new RegExp(`lectern_database_reads_total\\{server="${server}"\\} [1-9]`));
    expect(text).to.match(new RegExp(`lectern_database_replica_up\\{server="${server}"\\} 1`));
    expect(text).to.match(/lectern_database_replica_lag_seconds\{.*\} [0-4]/);
    expect((await supertest(first().url).get('/readyz').expect(200)).body).to.not.have.property('remarks');
  });
});

describe('An unavailable read replica', () => {
  it('is not used, and the primary serves the reads', async () => {
    const place = await OwnDatabase.make();
    try {
      const database = await place.start({ replicaUrls: ['postgres://me:canary@127.0.0.1:1/x', place.url as string] });
      await database.raw('create table database_heartbeats (name text primary key, beat_at timestamptz not null)');
      await database.replicas?.examine();
      // No server listens at the first address, and the lag of the second one is unknown.
      const states = database.replicas?.report.replicas.map(({ state, reason }) => `${state}: ${reason}`) ?? [];
      expect(states).to.have.length(2);
      expect(states.join()).to.match(/^away: .*,away: .*/s);
      expect(states.join()).to.not.match(/canary|DATABASE_URL names it/);
      expect(states[0]).to.include('ECONNREFUSED');
      expect(database.operatorRemarks()).to.deep.equal([
        '2 of 2 read replicas are out of use, so other replicas or the primary answer the reads; the log has the reason',
      ]);
      const reader = { user: undefined, request: { message: { method: 'GET', socket: {} } } } as never;
      expect(await database.read(database.raw('select 1 as one'), reader)).to.deep.equal([{ one: 1 }]);
      expect(database.replicas?.report.onPrimary).to.equal(1);
    } finally {
      await place.clear();
    }
  });
});
