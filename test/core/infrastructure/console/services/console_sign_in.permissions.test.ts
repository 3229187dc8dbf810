import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';

describe('Operations of the console', () => {
  const platform = started(startPlatform);

  it('require a permission of the console, except for sessions', () => {
    const routes = platform.kernel.routes.filter(({ module }) => module === 'console');
    const guarded = routes.filter(({ address }) => !address.startsWith('/console/sessions'));
    expect(guarded).to.have.length.above(20);
    for (const { access, address } of guarded)
      expect(access, address)
        .to.have.property('permission')
        .that.matches(/^console_/);
    const mounts = platform.kernel.mounts.filter(({ module }) => module === 'console');
    expect(mounts.map(({ access }) => access)).to.have.deep.members([
      { kind: 'permission', permission: 'console_charts' },
      { kind: 'permission', permission: 'console_request' },
    ]);
  });

  it('refuse the addition of plugins by managers', async () => {
    const manager = await platform.as('manager');
    const change = { action: 'add', name: 'lectern-plugin-dice' };
    await platform.api.post('/api/console/plugin_packages').set(manager).send(change).expect(403);
  });
});
