import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { complaintsIn, startPlatform, type Platform } from '../support/platform.ts';

describe('The shipped platform', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.stop());

  it('is ready once it listens, with every plugin running', async () => {
    const { body } = await platform.api.get('/readyz').expect(200);
    expect(body.status).to.equal('ready');
    expect(body.plugins.map(({ state }: { state: string }) => state)).not.to.include('set aside');
  });

  it('logs no warning at its start', () => {
    expect(complaintsIn(platform.logs)).to.deep.equal([]);
  });
});
