import { expect } from 'chai';
import { started } from '../../../../support/started.ts';
import { startPlatform, tokenOf } from '../../../../support/platform.ts';

describe('The view of a plugin', () => {
  const platform = started(() => startPlatform({ budgets: { vip: { statements: 500 } } }));

  it('shows what the plugin has used, and its budget', async () => {
    const manager = { 'X-Auth-Token': await tokenOf(platform.kernel, 'admin') };
    await platform.api.get('/api/plugins/vip/vip_levels').expect(200);
    const { body } = await platform.api.get('/api/console/plugins/vip').set(manager).expect(200);
    const { usage } = body as { usage: Record<string, number>[] };
    expect(usage.map(({ figure }) => figure)).to.deep.equal([
      'loopMs',
      'statements',
      'rows',
      'databaseMs',
      'answerBytes',
      'jobMs',
    ]);
    const [, statements, rows] = usage;
    expect(statements).to.include({ limit: 500 });
    expect(statements!['total']).to.be.at.least(1);
    expect(statements!['used']).to.be.at.most(statements!['total']!);
    expect(rows).to.include({ used: null, limit: null });
  });
});
