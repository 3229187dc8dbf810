import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { runCommand } from '../../../support/command.ts';
import { Installation, manifest } from '../../../support/installation.ts';
import { projectRoot } from '../../../support/platform.ts';

const words = `
import { defineResource, raw } from 'lectern';
export default defineResource('/words', { search: { open: true, returns: [raw], run: () => [] } });`;

describe('lectern openapi', () => {
  let installation: Installation;
  beforeEach(() => {
    installation = new Installation({
      'core/words/module.json': manifest('words'),
      'core/words/resources/words.js': words,
    });
  });
  afterEach(() => installation.clear());

  it('prints the document of the platform', async () => {
    const { code, out } = await runCommand(projectRoot, 'openapi');
    expect(code).to.equal(0);
    expect(JSON.parse(out)).to.have.property('openapi', '3.1.0');
  });

  it('writes the document to a file, in a folder that need not be there', async () => {
    const file = join(installation.root, 'out/openapi.json');
    const { code, out } = await runCommand(installation.root, 'openapi', '--out', file);
    expect({ code, out }).to.deep.equal({ code: 0, out: '' });
    expect(JSON.parse(readFileSync(file, 'utf8'))).to.have.nested.property('paths./api/words');
  });
});
