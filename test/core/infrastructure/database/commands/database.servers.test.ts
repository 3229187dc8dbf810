import { expect } from 'chai';
import { started } from '../../../../support/started.ts';
import { FixtureInstallation } from '../../../cli/fixture_installation.ts';

describe('lectern database on a PostgreSQL server', () => {
  const place = started(() => FixtureInstallation.makeMigrated({}));

  it('distribute names the missing extension', async () => {
    const { err, code } = await place.lectern('database', 'distribute', '--yes');
    expect(err).to.include('This database has no extension citus, so nothing was changed. Install Citus on all nodes');
    expect(code).to.equal(1);
  });
});
