import { expect } from 'chai';
import { startPlatform, type Platform } from '../../../support/platform.ts';

describe('Readiness in the console', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.stop());

  it('is that of /readyz, with the version', async () => {
    const ready = (await platform.api.get('/readyz').expect(200)).body as { status: string; plugins: object[] };
    const manager = await platform.as('manager');
    const { body } = await platform.api.get('/api/console/readiness').set(manager).expect(200);
    expect(body).to.deep.equal({
      ...ready,
      version: '0.1.0',
      plugins: ready.plugins.map((plugin) => ({ reason: null, ...plugin })),
      remarks: [],
    });
  });
});
