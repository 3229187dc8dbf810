import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';

interface Row {
  readonly method: string;
  readonly address: string;
  readonly access: string;
  readonly module: string;
  readonly layer: string;
  readonly overrides: string[];
}

describe('Routes in the console', () => {
  const platform = started(startPlatform);

  const manager = prepared(() => platform.as('manager'));

  const list = async (query: object) => {
    const { body } = await platform.api.get('/api/console/routes').query(query).set(manager).expect(200);
    return body as { data: Row[]; paging: { total: number } };
  };

  it('are found by address, module, layer and access', async () => {
    const { data } = await list({ q: 'get /api/articles/{', layer: 'custom' });
    expect(data).to.deep.equal([
      {
        method: 'GET',
        address: '/api/articles/{id}',
        layer: 'custom',
        module: 'custom',
        file: 'custom/resources/articles.ts',
        access: 'signed in',
        filter: 'Article.public',
        overrides: ['core/platform/articles/resources/articles.ts'],
        disabled: false,
        deprecated: false,
      },
    ]);
    const found = await list({ module: 'vip', access: 'admin_vip', limit: 100 });
    expect(found.data).to.have.length.above(3);
    expect(found.data.every(({ module, access }) => module === 'vip' && access === 'admin_vip')).to.equal(true);
  });
});
