import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';

const wanted = { action: 'add', name: 'lectern-plugin-dice' };

describe('/console/plugin_packages', () => {
  const platform = started(startPlatform);
  const address = '/api/console/plugin_packages';

  it('is off unless the configuration allows it, and says where', async () => {
    const admin = await platform.as('admin');
    for (const request of [platform.api.post(address).send(wanted), platform.api.patch(`${address}/1`).send({})])
      expect((await request.set(admin).expect(403)).text).to.include('modules.console.packages');
  });

  it('needs a permission that managers of the platform lack', async () => {
    const manager = await platform.as('manager');
    await platform.api
      .post(address)
      .set(manager)
      .send(wanted)
      .expect(403, /console_plugin_package/);
    await platform.api
      .patch(`${address}/1`)
      .set(manager)
      .send({})
      .expect(403, /console_plugin_package/);
    await platform.api
      .get(`${address}/1`)
      .set(manager)
      .expect(403, /console_plugin_package/);
  });
});
