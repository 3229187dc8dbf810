import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';

describe('GET /admin_logs', () => {
  const platform = started(startPlatform);
  let admin: Readonly<Record<string, string>>;

  before(async () => {
    // A time soon after the entries, so that the installation keeps them.
    platform.clock.set('2026-03-02T00:00:00Z');
    admin = await platform.as('admin');
    const { auditTrail, database } = platform.services;
    // In the zone of the platform, Asia/Shanghai, the middle entries are of 1 March.
    const times = ['2026-02-28T15:59:59Z', '2026-02-28T16:00:00Z', '2026-03-01T15:59:59Z', '2026-03-01T16:00:00Z'];
    const values = { before: null, after: null, fields: [], action: 'update' } as const;
    for (const [index, time] of times.entries()) {
      const by = { id: index < 2 ? '8' : '1', nickname: index < 2 ? 'manager' : 'admin' };
      const resource = index % 2 === 0 ? '/coupons' : '/articles';
      await auditTrail.note({ by, resource, path: `${resource}/${index}`, ...values });
      await database
        .table('admin_logs')
        .where('path', `${resource}/${index}`)
        .update({ created_at: new Date(time) });
    }
    await auditTrail.note({ resource: '/orders', path: '/orders/9', ...values });
  });

  const ask = (query: object) => platform.api.get('/api/admin_logs').query(query).set(admin);
  const paths = async (query: object) =>
    (await ask(query).expect(200)).body.data.map(({ path }: { path: string }) => path);

  it('lists the newest entries first, also those of the command line', async () => {
    expect(await paths({})).to.deep.equal(['/orders/9', '/articles/3', '/coupons/2', '/articles/1', '/coupons/0']);
    const { body } = await ask({ limit: 1 }).expect(200);
    expect(body.paging).to.deep.equal({ total: 5, offset: 0, limit: 1 });
    expect(body.data[0]).to.deep.include({ userId: null, nickname: 'lectern', requestId: null });
  });

  it('filters by user, resource and days', async () => {
    expect(await paths({ userId: 8 })).to.deep.equal(['/articles/1', '/coupons/0']);
    expect(await paths({ resource: '/coupons' })).to.deep.equal(['/coupons/2', '/coupons/0']);
    expect(await paths({ startDate: '2026-03-01', endDate: '2026-03-01' })).to.deep.equal([
      '/coupons/2',
      '/articles/1',
    ]);
    expect(await paths({ endDate: '2026-02-28' })).to.deep.equal(['/coupons/0']);
    expect(await paths({ startDate: '2026-03-02', userId: 1 })).to.deep.equal(['/articles/3']);
    expect(await paths({ resource: '/%' })).to.deep.equal([]);
  });

  it('requires the permission admin_log', async () => {
    await platform.api
      .get('/api/admin_logs')
      .set(await platform.as('planner'))
      .expect(403);
    await platform.api
      .get('/api/admin_logs')
      .set(await platform.as('manager'))
      .expect(200);
  });

  it('loses entries after the configured days', async () => {
    const job = platform.services.contributions.of('jobs').find(({ name }) => name === 'audit.clean');
    const count = () => platform.services.database.table('admin_logs').count({ count: '*' });
    await job!.run();
    expect(await count()).to.deep.equal([{ count: '5' }]);
    platform.clock.advance(731 * 86_400_000);
    await job!.run();
    expect(await count()).to.deep.equal([{ count: '0' }]);
  });
});
