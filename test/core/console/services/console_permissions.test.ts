import { expect } from 'chai';
import { startPlatform, type Platform } from '../../../support/platform.ts';

describe('Operations of the console', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.stop());

  it('need a permission of their own, except the sessions', () => {
    const routes = platform.kernel.routes.filter(({ module }) => module === 'console');
    const guarded = routes.filter(({ address }) => !address.startsWith('/console/sessions'));
    expect(guarded).to.have.length(9);
    for (const { access, address } of guarded)
      expect(access, address)
        .to.have.property('permission')
        .that.matches(/^console_/);
    const [mount] = platform.kernel.mounts.filter(({ module }) => module === 'console');
    expect(mount?.access).to.deep.equal({ kind: 'permission', permission: 'console_charts' });
  });

  it('refuse anonymous callers and callers without the permission', async () => {
    const student = await platform.as('student');
    const names = ['readiness', 'findings', 'points', 'plugins', 'plugins/vip', 'routes', 'setting_forms', 'stream'];
    for (const name of names) {
      await platform.api.get(`/api/console/${name}`).expect(401);
      await platform.api.get(`/api/console/${name}`).set(student).expect(403);
    }
    await platform.api.patch('/api/console/plugins/vip').set(student).send({ enabled: false }).expect(403);
  });
});
