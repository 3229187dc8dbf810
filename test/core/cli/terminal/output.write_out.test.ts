import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runCommand } from '../../../support/command.ts';
import { projectRoot } from '../../../support/platform.ts';

describe('The option --out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-'));
  after(() => {
    rmSync(folder, { recursive: true });
  });
  const openapi = (out: string) => runCommand(projectRoot, 'openapi', '--out', out);

  it('writes a file, and the folders of its path', async () => {
    const file = join(folder, 'new/openapi.json');
    expect(await openapi(file)).to.deep.equal({ code: 0, out: '', err: `Wrote ${file}.\n` });
    expect(readFileSync(file, 'utf8')).to.match(/^\{\n {2}"openapi"/);
  });

  it('names a path that cannot be written, with the fix', async () => {
    const { code, err } = await openapi(folder);
    expect(code).to.equal(1);
    expect(err)
      .to.match(new RegExp(`^${folder} cannot be written: `))
      .and.include('; name another file with --out.\n');
  });
});
