import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../../support/platform.ts';
import { FixtureInstallation } from '../../cli/fixture_installation.ts';

describe('lectern backup --out -', () => {
  it('reports a full disk', async () => {
    const place = await FixtureInstallation.make({});
    try {
      await place.lectern('migrate', 'up');
      const args = [join(projectRoot, 'dist/core/cli/main.js'), '--root', place.root, 'backup', '--out', '-'];
      const stdio: ('ignore' | 'pipe' | number)[] = ['ignore', openSync('/dev/full', 'w'), 'pipe'];
      const { status, stderr } = spawnSync(process.execPath, args, { env: place.env(), encoding: 'utf8', stdio });
      expect(stderr).to.include('ENOSPC');
      expect(status).to.equal(1);
    } finally {
      await place.clear();
    }
  });
});
