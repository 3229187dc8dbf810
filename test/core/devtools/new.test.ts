import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { runCommand } from '../../support/command.ts';
import { Installation } from '../../support/installation.ts';
import { projectRoot } from '../../support/platform.ts';

const LONGEST = `${'long_'.repeat(7)}names`;
const written = ['module.json', 'migrations/001_notes.ts', 'failures.ts', 'shapes/note.ts', 'services/notes.ts'];
const rest = ['resources/notes.ts', 'subscribers/log_note.ts', 'test/resources/notes.test.ts', 'README.md'];
const counted = [...written, ...rest].filter((path) => !/^(migrations|test)\/|^README/.test(path));

describe('lectern new', () => {
  let installation: Installation;

  before(() => {
    installation = new Installation();
    for (const path of ['core', 'node_modules']) installation.link(join(projectRoot, path), path);
    for (const path of ['config', 'package.json', 'plugins/vip']) installation.copy(join(projectRoot, path), path);
  });
  after(() => installation.clear());

  const lectern = (...args: string[]) => runCommand(installation.root, ...args);
  const text = (path: string) => readFileSync(join(installation.root, path), 'utf8');
  const has = (path: string) => existsSync(join(installation.root, path));
  const made = async (...args: string[]) => {
    const { code, out, err } = await lectern('new', ...args, '--json');
    expect(code, err).to.equal(0);
    return (JSON.parse(out) as { written: string[] }).written;
  };

  describe('plugin', () => {
    it('writes a whole plugin and suggests the next command', async () => {
      const { code, out, err } = await lectern('new', 'plugin', 'a');
      expect(code, err).to.equal(0);
      for (const path of [...written, ...rest]) {
        expect(out).to.include(`plugins/a/${path}`);
        expect(has(`plugins/a/${path}`), path).to.equal(true);
      }
      expect(out).to.include('npx lectern test a');
    });

    it('accepts a name of 40 characters, and prints the files as JSON', async () => {
      expect(await made('plugin', LONGEST)).to.deep.equal(
        [...written, ...rest].map((path) => `plugins/${LONGEST}/${path}`),
      );
    });

    it('is as short as a plugin with list, filters, events and ownership can be', () => {
      const texts = counted.map((path) => text(`plugins/a/${path}`));
      const imports = texts.flatMap((one) => [...one.matchAll(/import \{(.*)\} from 'lectern(?:\/core)?'/g)]);
      const names = imports.flatMap(([, list = '']) =>
        list.split(',').map((name) => name.replace(' type ', '').trim()),
      );
      const lines = texts.reduce((sum, one) => sum + one.split('\n').length - 1, 0);
      expect(lines, 'lines').to.be.at.most(100);
      expect(counted, 'files').to.have.length.at.most(7);
      expect([...new Set(names)], 'names')
        .to.have.length.at.most(16)
        .and.include('Records');
    });

    for (const [name, message] of Object.entries({
      Notes: 'use lower-case letters, digits and underscores, a letter first, at most 40 characters',
      [`${LONGEST}x`]: 'at most 40',
      '../a': '"../a" cannot name a plugin',
      courses: '"courses" is the name of a module of another layer',
      vip: 'plugins/vip exists',
    })) {
      it(`refuses the name ${name}`, async () => {
        const { code, err } = await lectern('new', 'plugin', name);
        expect(code).to.equal(1);
        expect(err).to.include(message);
      });
    }

    it('writes a repository with --package, whose package needs the platform only with --platform', async () => {
      const packageIn = (folder: string) =>
        JSON.parse(text(`${folder}/package.json`)) as Record<'name' | 'peerDependencies' | 'lectern', object>;
      for (const [folder, ...options] of [['alone'], ['social', '--platform']] as const)
        await made('plugin', 'reading_list', '--package', join(installation.root, folder), ...options);
      expect(packageIn('alone')).to.deep.include({
        name: 'lectern-plugin-reading-list',
        lectern: { plugin: 'dist' },
        peerDependencies: { lectern: '^0.1.0', '@lectern/infrastructure': '^0.1.0' },
      });
      expect(packageIn('social').peerDependencies).to.include({ '@lectern/platform': '^0.1.0' });
      expect(text('social/test/resources/notes.test.ts')).to.include("test.as('student')");
      expect(has('social/test/fixtures/callers/services.ts')).to.equal(false);
      for (const path of ['module.json', 'tsconfig.json', '.gitignore', '.github/workflows/test.yml', '.gitlab-ci.yml'])
        expect(has(`alone/${path}`), path).to.equal(true);
    });

    for (const [name, folder, message] of [
      ['Notes', 'elsewhere', 'use lower-case letters, digits and underscores'],
      ['courses', 'elsewhere', '"courses" is the name of a module of another layer'],
      ['notes', 'config', 'config exists and is not empty; name a new folder'],
    ] as const)
      it(`refuses a repository of the name ${name} in ${folder}/`, async () => {
        const { code, err } = await lectern('new', 'plugin', name, '--package', join(installation.root, folder));
        expect(code).to.equal(1);
        expect(err).to.include(message);
        expect(has(`${folder}/package.json`)).to.equal(false);
      });

    it('ends with 2 without a name', async () => {
      expect((await lectern('new', 'plugin')).code).to.equal(2);
    });
  });

  describe('override', () => {
    it('writes a class that extends the original, and a test', async () => {
      const files = await made('override', 'GET /articles/{id}');
      expect(files).to.deep.equal([
        'custom/module.json',
        'custom/resources/articles.ts',
        'custom/test/resources/articles.test.ts',
      ]);
      expect(text('custom/resources/articles.ts')).to.include("@resource('/articles')\nexport default class Articles");
    });

    it('accepts singular addresses, with or without /api, and any parameter name', async () => {
      expect(await made('override', 'get /api/article')).to.deep.equal([
        'custom/resources/articles_search.ts',
        'custom/test/resources/articles_search.test.ts',
      ]);
      expect((await made('override', 'PATCH /api/setting/{what}'))[0]).to.equal('custom/resources/settings.ts');
      expect(text('custom/resources/settings.ts')).to.include("@resource('/settings', { item: 'type' })");
      expect((await made('override', 'PATCH /me/pay_password'))[0]).to.equal('custom/resources/pay_password.ts');
      expect(text('custom/resources/pay_password.ts')).to.include('{ singleton: true }');
    });

    it('overrides an operation of a plugin without importing its source', async () => {
      expect((await made('override', 'GET /plugins/vip/vip_levels'))[0]).to.equal('custom/resources/vip_levels.ts');
      expect(text('custom/resources/vip_levels.ts')).to.include('await original()').and.not.include('vip/resources');
    });

    it('keeps and names an existing override', async () => {
      const before = text('custom/resources/articles.ts');
      const { code, err } = await lectern('new', 'override', 'GET /articles/{id}');
      expect([code, err.trim()]).to.deep.equal([
        1,
        'GET /api/articles/{id} is served by custom/resources/articles.ts; change that file.',
      ]);
      expect(text('custom/resources/articles.ts')).to.equal(before);
    });

    it('writes nothing if one of its files exists', async () => {
      installation.write({ 'custom/test/resources/courses.test.ts': '// mine\n' });
      const { code, err } = await lectern('new', 'override', 'GET /courses/{id}');
      expect(code).to.equal(1);
      expect(err).to.include(
        'Nothing was written, because these files exist: custom/test/resources/courses.test.ts. Rename or remove them first.',
      );
      expect(has('custom/resources/courses.ts')).to.equal(false);
      expect(text('custom/test/resources/courses.test.ts')).to.equal('// mine\n');
      writeFileSync(
        join(installation.root, 'custom/test/resources/courses.test.ts'),
        "it('is mine', () => undefined);\n",
      );
    });

    it('suggests similar operations for an unknown one, and explains a malformed one', async () => {
      const { code, err } = await lectern('new', 'override', 'GET /articels/{id}');
      expect(code).to.equal(1);
      expect(err).to.include(
        'There is no operation GET /api/articels/{id}. Similar operations: GET /api/articles/{id}',
      );
      expect((await lectern('new', 'override', 'articles')).err).to.include('Write a method and an address');
      expect((await lectern('new', 'override')).code).to.equal(2);
    });
  });

  describe('override --plugin', () => {
    it('requires the address in the mounts of the plugin', async () => {
      const { code, err } = await lectern('new', 'override', 'GET /coupons', '--plugin', 'a');
      expect(code).to.equal(1);
      const missing = 'add "mounts": ["/coupons"] and "overrides": ["GET /coupons"] in "uses" to it';
      expect(err).to.include('plugins/a/module.json').and.include(missing);
      const manifest = JSON.parse(text('plugins/a/module.json')) as { uses: object };
      const mounts = ['/coupons', '/plugins/vip/vip_levels'];
      const uses = { ...manifest.uses, overrides: ['GET /coupons', 'GET /plugins/vip/vip_levels/{levelId}'] };
      installation.write({ 'plugins/a/module.json': `${JSON.stringify({ ...manifest, mounts, uses }, null, 2)}\n` });
      expect((await made('override', 'GET /coupons', '--plugin', 'a'))[0]).to.equal('plugins/a/resources/coupons.ts');
      expect(text('plugins/a/resources/coupons.ts')).to.include('await original()');
    });

    it('requires "after" in the manifest to override another plugin', async () => {
      const operation = 'GET /plugins/vip/vip_levels/{id}';
      const { err } = await lectern('new', 'override', operation, '--plugin', 'a');
      expect(err).to.include('plugins/vip/resources/vip_levels.ts; to override it, add "after": ["vip"] to plugins/a/');
      const manifest = JSON.parse(text('plugins/a/module.json')) as object;
      installation.write({ 'plugins/a/module.json': JSON.stringify({ ...manifest, after: ['vip'] }) });
      expect((await made('override', operation, '--plugin', 'a'))[0]).to.equal('plugins/a/resources/vip_levels.ts');
      expect(text('plugins/a/resources/vip_levels.ts')).to.include('await original()');
    });

    it('names an unknown plugin', async () => {
      const { err } = await lectern('new', 'override', 'GET /coupons', '--plugin', 'b');
      expect(err).to.include('There is no plugin "b"; create it with `npx lectern new plugin b` first.');
    });
  });
});
