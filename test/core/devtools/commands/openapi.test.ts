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

  it('prints the document of an API version, and all bodies with --bodies all', async () => {
    const printed = async (...argv: string[]) => {
      const { code, out } = await runCommand(projectRoot, 'openapi', ...argv);
      expect(code).to.equal(0);
      return JSON.parse(out).components.schemas as Record<string, { properties: object }>;
    };
    const former = await printed('--api-version', '1');
    expect(former['ArticlePage']?.properties).to.have.keys('resources', 'total');
    expect(former).not.to.have.property('Problem');
    expect(await printed('--bodies', 'all')).to.have.property('Problem');
    const { code, err } = await runCommand(projectRoot, 'openapi', '--api-version', '7');
    expect(code).to.equal(1);
    expect(err).to.contain('There is no version 7 of the API; choose one of 2, 1.');
  });

  it('writes the document to a file, and creates its folder', async () => {
    const file = join(installation.root, 'out/openapi.json');
    const { code, out } = await runCommand(installation.root, 'openapi', '--out', file);
    expect({ code, out }).to.deep.equal({ code: 0, out: '' });
    expect(JSON.parse(readFileSync(file, 'utf8'))).to.have.nested.property('paths./api/words');
  });
});
