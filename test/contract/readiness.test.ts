import { expect } from 'chai';
import { complaintsIn, startPlatform } from '../support/platform.ts';
import { started } from '../support/started.ts';

describe('The shipped platform', () => {
  const platform = started(() => startPlatform());

  it('is ready once it listens, with every plugin running', async () => {
    const { body } = await platform.api.get('/readyz').expect(200);
    expect(body.status).to.equal('ready');
    expect(body.plugins.map(({ state }: { state: string }) => state)).not.to.include('set aside');
  });

  it('logs no warning at its start', () => {
    expect(complaintsIn(platform.logs)).to.deep.equal([]);
  });
});
