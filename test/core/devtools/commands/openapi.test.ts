import { readFileSync, writeFileSync } from 'node:fs';
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

  describe('diff', () => {
    const diff = (...argv: string[]) => runCommand(installation.root, 'openapi', 'diff', ...argv);
    const write = (name: string, paths: object) => {
      const file = join(installation.root, name);
      writeFileSync(file, JSON.stringify({ openapi: '3.1.0', paths }));
      return file;
    };
    const get = { get: { responses: { 200: { description: 'Fine.' } } } };

    it('lists breaking changes first and ends with 1', async () => {
      const [old, later] = [write('old.json', { '/a': get, '/b': get }), write('new.json', { '/b': get, '/c': get })];
      const { code, out } = await diff(old, later);
      expect(code).to.equal(1);
      expect(out.trim().split('\n')).to.deep.equal([
        'breaking  GET /a: the operation is gone',
        '          GET /c: the operation is new',
        '',
        '1 breaking, 0 that may surprise clients, 1 other.',
      ]);
    });

    it('ends with 0 when nothing breaks', async () => {
      const [old, later] = [write('old.json', { '/b': get }), write('new.json', { '/b': get, '/c': get })];
      const { code, out } = await diff(old, later, '--json');
      expect(code).to.equal(0);
      expect(JSON.parse(out)).to.deep.equal([
        { breaking: false, operation: 'GET /c', where: '', what: 'the operation is new' },
      ]);
      expect((await diff(old, old)).out).to.equal('The documents do not differ for clients.\n');
    });

    it('compares with this installation by default, and reads a document by URL', async () => {
      const file = join(installation.root, 'own.json');
      await runCommand(installation.root, 'openapi', '--out', file);
      expect(await diff(file)).to.deep.include({ code: 0, out: 'The documents do not differ for clients.\n' });
      const { kernel } = await installation.serve();
      expect(await diff(`${kernel.url}/api/openapi.json`)).to.deep.include({ code: 0 });
      const { code, err } = await diff(`${kernel.url}/nothing`);
      expect({ code, err }).to.deep.equal({
        code: 1,
        err: `${kernel.url}/nothing cannot be read: the server answers 404; name an existing file or address.\n`,
      });
    });

    it('names a file that is no OpenAPI document', async () => {
      const file = join(installation.root, 'core/words/module.json');
      const { code, err } = await diff(file);
      expect(code).to.equal(1);
      expect(err).to.contain(`${file} is no OpenAPI document in JSON; name the output of`);
      expect((await diff(join(installation.root, 'missing.json'))).err).to.contain('cannot be read: ENOENT');
    });
  });
});
