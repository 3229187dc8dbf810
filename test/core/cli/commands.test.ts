import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
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
});
