import { expect } from 'chai';
import { started } from '../../../../support/started.ts';
import { FixtureInstallation, shop } from '../../../cli/fixture_installation.ts';

describe('lectern database', () => {
  const place = started(() =>
    FixtureInstallation.makeMigrated(shop({ tables: { goods: 'reference', buyers: 'by goods_id' } })),
  );

  before(() => place.lectern('migrate', 'up'));

  it('distribute --plan prints the order, and reasons for what cannot be distributed', async () => {
    const { out, code } = await place.lectern('database', 'distribute', '--plan');
    expect(out).to.match(/^To distribute, in this order:\n(.*\n)* {2}goods \(reference\)\n/);
    expect(out).to.include('  buyers (by goods_id): the unique key buyers_pkey (id) lacks goods_id\n');
    expect(out).to.include('no engine checks:\n  buyers (goods_id) to goods\n');
    expect(code).to.equal(0);
  });

  it('distribute --plan --json prints the plan', async () => {
    const plan = JSON.parse((await place.lectern('database', 'distribute', '--plan', '--json')).out) as {
      tables: { table: string }[];
    };
    expect(plan.tables.map(({ table }) => table)).to.include('goods');
  });

  it('distribute, status and rebalance refuse a database without the extension, and change nothing', async () => {
    for (const words of [['distribute', '--yes'], ['status'], ['rebalance']]) {
      const { out, err, code } = await place.lectern('database', ...words);
      expect(err).to.match(/The embedded database is one process|has no extension citus, so nothing was changed/);
      expect({ out, code }).to.deep.equal({ out: '', code: 1 });
    }
    expect((await place.lectern('database', 'distribute', '--plan')).out).to.include('  goods (reference)\n');
  });
});
