import { expect } from 'chai';
import { startPlatform } from '../../../support/platform.ts';
import { prepared, started } from '../../../support/started.ts';

interface Plugin {
  readonly name: string;
  readonly state: string;
  readonly tables: { readonly name: string; readonly rows: number; readonly more: boolean }[];
  readonly migrations: { readonly name: string; readonly applied: boolean }[];
  readonly operations: { readonly method: string; readonly address: string }[];
  readonly hooks: readonly string[];
  readonly settings: { readonly key: string; readonly value: string; readonly origin: string; readonly from: string }[];
}

describe('Plugins in the console', () => {
  const platform = started(startPlatform);

  const manager = prepared(() => platform.as('manager'));

  it('are listed with their states', async () => {
    const { body } = await platform.api.get('/api/console/plugins').set(manager).expect(200);
    const named = (wanted: string) => (body as Plugin[]).find(({ name }) => name === wanted);
    expect(named('console')).to.deep.include({ name: 'console', state: 'active', enabledAtNextStart: true });
    expect(named('vip')).to.deep.include({ version: '0.1.0', state: 'active', reason: null });
  });

  it('are shown with operations, tables, migrations and settings', async () => {
    const vip = (await platform.api.get('/api/console/plugins/vip').set(manager).expect(200)).body as Plugin;
    expect(vip.tables).to.deep.include({ name: 'vip_levels', rows: 4, more: false });
    expect(vip.migrations[0]).to.deep.equal({ name: '001_vip_levels', applied: true });
    expect(vip.operations.map(({ method, address }) => `${method} ${address}`)).to.include(
      'GET /api/plugins/vip/vip_levels/{levelId}',
    );
    expect(vip).to.deep.include({ subscribers: ['vip.extend_membership'], sections: ['vip'], pages: ['vip'] });
    expect(vip.hooks).to.include('PATCH /api/courses/{id}');
    const own = (await platform.api.get('/api/console/plugins/console').set(manager).expect(200)).body as Plugin;
    expect(own.settings).to.deep.include({
      key: 'modules.console.sampleSeconds',
      value: '10',
      origin: 'default',
      from: null,
      description: 'Seconds between two points of the charts; the last 360 points are kept',
    });
    await platform.api.get('/api/console/plugins/nothing').set(manager).expect(404);
    await platform.api.get('/api/console/plugins/users').set(manager).expect(404);
  });

  it('are not disabled if the change would have no effect', async () => {
    const refused = await platform.api.patch('/api/console/plugins/vip').set(manager).send({ enabled: false });
    expect(refused.status).to.equal(409);
    expect((refused.body as { error: { message: string } }).error.message).to.contain('config/local.json is not read');
    await platform.api.patch('/api/console/plugins/nothing').set(manager).send({ enabled: false }).expect(404);
  });
});
