import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { runCommand } from '../../../support/command.ts';
import { Installation } from '../../../support/installation.ts';

describe('lectern new host', function () {
  this.timeout(60_000);
  const place = new Installation();
  after(() => place.clear());

  it('refuses a folder with files', async () => {
    mkdirSync(join(place.root, 'full/of'), { recursive: true });
    const { err, code } = await runCommand(place.root, 'new', 'host', join(place.root, 'full'));
    expect(code).to.equal(1);
    expect(err).to.match(/^Nothing was written, because .*full exists and is not empty; name a new folder\.\n$/);
  });
});
