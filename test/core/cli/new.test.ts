import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { Installation } from '../../support/installation.ts';
import { projectRoot } from '../../support/platform.ts';
import { Project, type Outcome } from '../../support/project.ts';

const LONGEST = `${'long_'.repeat(7)}names`;
const written = ['module.json', 'migrations/001_notes.ts', 'failures.ts', 'shapes/note.ts', 'services/notes.ts'];
const rest = ['services.ts', 'resources/notes.ts', 'test/notes.test.ts', 'README.md'];

describe('lectern new', function () {
  this.timeout(240_000);
  let project: Project;

  before(() => {
    project = new Project();
    for (const path of [
      'eslint.config.js',
      '.ci/portable_sql.mjs',
      '.prettierrc.json',
      'test/tsconfig.json',
      'plugins/vip',
    ]) {
      project.copy(join(projectRoot, path), path);
    }
    // The program that users run: bundling must not have touched the text of what it writes.
    project.copyBuild();
    const snapshots = join(projectRoot, '.cache');
    if (existsSync(snapshots)) project.copy(snapshots, '.cache');
  });
  after(() => project.clear());

  const lectern = (...args: string[]): Outcome => project.builtLectern(...args);
  const text = (path: string) => readFileSync(join(project.root, path), 'utf8');
  const has = (path: string) => existsSync(join(project.root, path));
  const made = (...args: string[]) => {
    const { status, stdout, stderr } = lectern('new', ...args, '--json');
    expect(status, stderr).to.equal(0);
    return (JSON.parse(stdout) as { written: string[] }).written;
  };

  describe('plugin', () => {
    it('writes a whole plugin and says what may follow', () => {
      const { status, stdout, stderr } = lectern('new', 'plugin', 'a');
      expect(status, stderr).to.equal(0);
      for (const path of [...written, ...rest]) {
        expect(stdout).to.include(`plugins/a/${path}`);
        expect(has(`plugins/a/${path}`), path).to.equal(true);
      }
      expect(stdout).to.include('npx lectern test a');
    });

    it('takes the longest of names, and prints the files as JSON', () => {
      expect(made('plugin', LONGEST)).to.deep.equal([...written, ...rest].map((path) => `plugins/${LONGEST}/${path}`));
    });

    for (const [name, message] of Object.entries({
      Notes: 'use lower-case letters, digits and underscores, a letter first, at most 40',
      [`${LONGEST}x`]: 'at most 40',
      '../a': '"../a" cannot name a plugin',
      courses: '"courses" is the name of a module of another layer',
      vip: 'plugins/vip is there already',
    })) {
      it(`refuses the name ${name}`, () => {
        const { status, stderr } = lectern('new', 'plugin', name);
        expect(status).to.equal(1);
        expect(stderr).to.include(message);
      });
    }

    it('is a command line that is wrong without a name', () => {
      expect(lectern('new', 'plugin').status).to.equal(2);
    });
  });

  describe('override', () => {
    it('writes a class that extends the original, and a test', () => {
      const files = made('override', 'GET /articles/{id}');
      expect(files).to.deep.equal([
        'custom/module.json',
        'custom/resources/articles.ts',
        'custom/test/articles.test.ts',
      ]);
      expect(text('custom/resources/articles.ts')).to.include("@resource('/articles')\nexport default class Articles");
    });

    it('takes the operation in the singular, below /api, with any parameter; a second one gets a file of its own', () => {
      expect(made('override', 'get /api/article')).to.deep.equal([
        'custom/resources/articles_search.ts',
        'custom/test/articles_search.test.ts',
      ]);
      expect(made('override', 'PATCH /api/setting/{what}')[0]).to.equal('custom/resources/settings.ts');
      expect(text('custom/resources/settings.ts')).to.include("@resource('/settings', { item: 'type' })");
      expect(made('override', 'PATCH /me/pay_password')[0]).to.equal('custom/resources/pay_password.ts');
      expect(text('custom/resources/pay_password.ts')).to.include('{ singleton: true }');
    });

    it('takes one of a plugin, without its source, which may run compiled', () => {
      expect(made('override', 'GET /plugins/vip/vip_levels')[0]).to.equal('custom/resources/vip_levels.ts');
      expect(text('custom/resources/vip_levels.ts')).to.include('await original()').and.not.include('vip/resources');
    });

    it('does not touch what is overridden already, and names it', () => {
      const before = text('custom/resources/articles.ts');
      const { status, stderr } = lectern('new', 'override', 'GET /articles/{id}');
      expect([status, stderr.trim()]).to.deep.equal([
        1,
        'GET /api/articles/{id} is served by custom/resources/articles.ts; change that file.',
      ]);
      expect(text('custom/resources/articles.ts')).to.equal(before);
    });

    it('writes nothing where one of the files is there', () => {
      project.write({ 'custom/test/courses.test.ts': '// mine\n' });
      const { status, stderr } = lectern('new', 'override', 'GET /courses/{id}');
      expect(status).to.equal(1);
      expect(stderr).to.include('Nothing was written, because this is there already: custom/test/courses.test.ts.');
      expect(has('custom/resources/courses.ts')).to.equal(false);
      expect(text('custom/test/courses.test.ts')).to.equal('// mine\n');
      writeFileSync(join(project.root, 'custom/test/courses.test.ts'), "it('is mine', () => undefined);\n");
    });

    it('names the nearest operations where there is none, and the form where it is none', () => {
      const { status, stderr } = lectern('new', 'override', 'GET /articels/{id}');
      expect(status).to.equal(1);
      expect(stderr).to.include('There is no operation GET /api/articels/{id}. There is GET /api/articles/{id}');
      expect(lectern('new', 'override', 'articles').stderr).to.include('write a method and an address');
      expect(lectern('new', 'override').status).to.equal(2);
    });
  });

  describe('override --plugin', () => {
    it('wants the address among the mounts of the plugin', () => {
      const { status, stderr } = lectern('new', 'override', 'GET /coupons', '--plugin', 'a');
      expect(status).to.equal(1);
      expect(stderr).to.include('plugins/a/module.json').and.include('add "mounts": ["/coupons"] to it');
      const manifest = JSON.parse(text('plugins/a/module.json')) as object;
      const mounts = ['/coupons', '/plugins/vip/vip_levels'];
      project.write({ 'plugins/a/module.json': `${JSON.stringify({ ...manifest, mounts }, null, 2)}\n` });
      expect(made('override', 'GET /coupons', '--plugin', 'a')[0]).to.equal('plugins/a/resources/coupons.ts');
      expect(text('plugins/a/resources/coupons.ts')).to.include('await original()');
    });

    it('stands before core only', () => {
      const { stderr } = lectern('new', 'override', 'GET /plugins/vip/vip_levels/{id}', '--plugin', 'a');
      expect(stderr).to.include('plugins/vip/resources/vip_levels.ts, and a plugin stands before core only');
    });

    it('names a plugin that is not there', () => {
      const { stderr } = lectern('new', 'override', 'GET /coupons', '--plugin', 'b');
      expect(stderr).to.include('There is no plugin "b"; make it with `npx lectern new plugin b` first.');
    });
  });

  describe('what was written', () => {
    const run = (program: string, ...args: string[]) => {
      const file = join(projectRoot, 'node_modules', program);
      return spawnSync(process.execPath, [file, ...args], { cwd: project.root, encoding: 'utf8' });
    };

    it('is formatted', () => {
      const { status, stdout, stderr } = run(
        'prettier/bin/prettier.cjs',
        '--check',
        '{plugins,custom}/**/*.ts',
        `plugins/${LONGEST}/*.json`,
      );
      expect(status, stdout + stderr).to.equal(0);
    });

    it('satisfies the compiler', () => {
      const { stdout } = run('typescript/bin/tsc', '-p', 'test/tsconfig.json', '--noEmit');
      expect(stdout.split('\n').filter((line) => /^(plugins\/(a|long_)|custom\/)/.test(line))).to.deep.equal([]);
    });

    it('satisfies the linter', () => {
      const { status, stdout, stderr } = run('eslint/bin/eslint.js', 'plugins/a', `plugins/${LONGEST}`, 'custom');
      expect(status, stdout + stderr).to.equal(0);
    });

    it('says who may call it, as the check wants it', () => {
      const { status, stdout, stderr } = lectern('check', `plugins/${LONGEST}`, '--only', 'access');
      expect(status, stdout + stderr).to.equal(0);
    });

    it('passes its tests', () => {
      const { status, stdout, stderr } = lectern('test', 'a', LONGEST, 'custom', '--json');
      const { stats, failures } = JSON.parse(stdout) as { stats: { passes: number }; failures: { err: object }[] };
      expect(
        failures.map(({ err }) => err),
        stderr,
      ).to.deep.equal([]);
      expect(stats.passes).to.be.above(20);
      expect(status).to.equal(0);
    });
  });
});

describe('lectern test', function () {
  this.timeout(120_000);
  let project: Project;
  let outside: Installation;

  before(() => {
    project = new Project({ 'plugins/bare/module.json': '{}' });
    outside = new Installation({
      'hello/test/sum.test.ts': `
        import { expect } from 'lectern/testing';
        import { input } from 'lectern';
        it('adds', () => { expect(1 + 1 as number).to.equal(2); expect(input).to.be.an('object'); });
        it('fails', () => { expect(1).to.equal(2); });`,
    });
  });
  after(async () => {
    await project.clear();
    await outside.clear();
  });

  it('runs tests in TypeScript of a plugin outside of the tree; one that fails makes the exit code 1', () => {
    const { status, stdout } = project.lectern('test', join(outside.root, 'hello'));
    expect(stdout).to.include('1 passing').and.include('1 failing').and.include('expected 1 to equal 2');
    expect(status).to.equal(1);
  });

  it('runs those that were chosen', () => {
    const { status, stdout } = project.lectern('test', join(outside.root, 'hello'), '--grep', 'adds');
    expect(stdout).to.include('1 passing').and.not.include('failing');
    expect(status).to.equal(0);
  });

  it('names what is not there, and a module without tests', () => {
    expect(project.lectern('test', 'nothing').stderr).to.include('There is no plugin and no folder "nothing"');
    const { status, stderr } = project.lectern('test', 'bare');
    expect(stderr).to.include('There are no tests in').and.include('called like notes.test.ts');
    expect(status).to.equal(1);
    expect(project.lectern('test').status).to.equal(2);
  });
});
