import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { closeFolders } from '../../support/kept_folders.ts';
import { runCommand } from '../../support/command.ts';
import { fillFolder } from '../../support/migrated_folder.ts';
import { projectRoot } from '../../support/platform.ts';

describe('lectern on the embedded database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-'));
  after(async () => {
    await closeFolders(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  });

  const env = { NODE_ENV: 'test', DATA_DIR: dataDir };
  const lectern = (...args: string[]) => runCommand({ root: projectRoot, env }, ...args);

  before(() => fillFolder(dataDir, { demo: true }));

  it('token prints a token and nothing else', async () => {
    const { code, out } = await lectern('token', 'student@example.com');
    expect(out).to.match(/^[\w-]{43}\n$/);
    expect(code).to.equal(0);
  });

  it('token reports an unknown user', async () => {
    const { code, err } = await lectern('token', 'nobody');
    expect(err).to.include('There is no user "nobody".');
    expect(code).to.equal(1);
  });

  it('seed adds rows at each call, and ends with 2 for a malformed scale', async () => {
    for (let time = 0; time < 2; time++) {
      const { out, code } = await lectern('seed', '--scale', '500');
      expect(out).to.match(/^10 users\n/);
      expect(out).to.match(/^100 courses$/m);
      expect(out).to.match(/^500 articles$/m);
      expect(out).to.match(/^[1-9]\d* members of exercises$/m);
      expect(code).to.equal(0);
    }
    const refused = await lectern('seed', '--scale', 'many');
    expect(refused.err).to.include('whole number');
    expect(refused.code).to.equal(2);
  });
});
