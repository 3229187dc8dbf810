import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync, existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { BuiltServer } from '../../../support/built_server.ts';
import { installedSize, installPackages, packPackages, tarballOf } from '../../../support/packages.ts';

const tools = ['@types/mocha', '@types/node', 'chai', 'esbuild', 'mocha', 'supertest', 'typescript'];
const platform = ['lectern', '@lectern/infrastructure', '@lectern/platform'];

describe('packages', function () {
  // Packages are copied and unpacked, and compilers start.
  this.timeout(300_000);
  const place = mkdtempSync(join(tmpdir(), 'lectern packages '));
  after(() => rmSync(place, { recursive: true, force: true }));

  before(() => {
    packPackages();
  });

  /** Makes a folder with files, outside of the project, and installs packages. */
  const folderWith = (name: string, files: Readonly<Record<string, unknown>>, packages: readonly string[]) => {
    const root = join(place, name);
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
    }
    installPackages(root, packages);
    return root;
  };
  const lectern = (root: string, ...args: string[]) => {
    const program = join(root, 'node_modules/lectern/dist/core/cli/main.js');
    const env = { PATH: process.env['PATH'], DATA_DIR: 'memory', LOG_LEVEL: 'warn' };
    return spawnSync(process.execPath, [program, ...args], { cwd: root, env, encoding: 'utf8' });
  };
  const serve = async (root: string, work: (url: string) => Promise<void>) => {
    const env = { DATA_DIR: 'memory', LOG_LEVEL: 'warn', HOME: place };
    const server = new BuiltServer({ root, program: join(root, 'node_modules/lectern'), env });
    try {
      await work(await server.url());
    } finally {
      await server.stop();
    }
  };
  const answerOf = async (url: string): Promise<unknown> => (await fetch(url)).json();

  describe('lectern alone', () => {
    it('needs at most 60 packages and 30 MB, and no compiler', () => {
      const root = folderWith('alone', { 'package.json': { dependencies: { lectern: '0.1.0' } } }, ['lectern']);
      const { packages, megabytes } = installedSize(root);
      expect(packages).to.be.at.most(60);
      expect(megabytes).to.be.at.most(30);
      for (const name of ['express', 'esbuild', 'knex', 'pg', '@electric-sql/pglite'])
        expect(existsSync(join(root, 'node_modules', name)), name).to.equal(false);
    });

    it('serves a module in JavaScript', async () => {
      const resource = `import { defineResource, field, shape } from 'lectern';
const greeting = shape('Greeting').mode('public', { text: field.text('Text.') });
export default defineResource('/greetings', { search: { open: true, returns: [greeting, 'public'], run: () => ({ text: 'hello' }) } });`;
      const files = {
        'package.json': { type: 'module', dependencies: { lectern: '0.1.0' } },
        'core/hello/module.json': { name: 'hello', version: '1.0.0', engines: { lectern: '^0.1.0' } },
        'core/hello/resources/greetings.js': resource,
      };
      await serve(folderWith('plain', files, ['lectern']), async (url) => {
        expect(await answerOf(`${url}/api/greetings`)).to.deep.equal({ text: 'hello' });
        expect((await fetch(`${url}/docs/swagger-ui.css`)).status).to.equal(200);
      });
    });

    // Measured: 79 MB, and four to five times the CPU of Node itself.
    it('takes at most 85 MB and 7 times the CPU of Node for a start and some requests', async function () {
      if (process.platform !== 'linux') this.skip();
      const root = join(place, 'plain');
      const env = { LOG_LEVEL: 'info', HOME: place };
      const server = new BuiltServer({ root, program: join(root, 'node_modules/lectern'), env, flags: [] });
      try {
        const url = await server.url();
        for (let count = 0; count < 10; count++) await answerOf(`${url}/api/greetings`);
        const read = (name: string) => readFileSync(`/proc/${server.pid}/${name}`, 'utf8');
        expect(Number(/VmRSS:\s+(\d+)/.exec(read('status'))?.[1]) / 1024).to.be.at.most(85);
        const [user, system] = read('stat')
          .replace(/^.*\) /, '')
          .split(' ')
          .slice(11, 13)
          .map(Number) as [number, number];
        const bare = 'const { user, system } = process.cpuUsage(); (user + system) / 10_000';
        const node = Number(spawnSync(process.execPath, ['--print', bare], { encoding: 'utf8' }).stdout);
        expect(user + system).to.be.at.most(7 * node);
      } finally {
        await server.stop();
      }
    });

    it('makes a host whose test and types pass, and which serves', async () => {
      const maker = folderWith('maker', { 'package.json': { dependencies: { lectern: '0.1.0' } } }, ['lectern']);
      const root = join(place, 'made');
      expect(lectern(maker, 'new', 'host', root)).to.include({ status: 0 });
      installPackages(root, ['lectern', ...tools]);
      const tested = lectern(root, 'test', 'test');
      expect(tested.stdout + tested.stderr).to.include('2 passing');
      const types = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], {
        cwd: root,
        encoding: 'utf8',
      });
      expect(types.stdout).to.equal('');
      for (let start = 1; start <= 2; start++)
        await serve(root, async (url) => {
          expect(await answerOf(`${url}/api/greetings?name=Ann`)).to.deep.equal({ text: 'Hello, Ann.' });
          expect(readdirSync(join(root, 'node_modules/.cache/lectern'))).to.have.length(1);
        });
    });

    it('names the missing compiler for a module in TypeScript', () => {
      const root = folderWith('untyped', { 'package.json': { dependencies: { lectern: '0.1.0' } } }, ['lectern']);
      expect(lectern(root, 'new', 'host', join(root, 'inner'))).to.include({ status: 0 });
      const { status, stderr } = lectern(root, '--root', join(root, 'inner'), 'routes');
      expect(status).to.equal(1);
      expect(stderr).to.include('core/greetings/resources/greetings.ts').and.to.include('esbuild');
    });

    it('names the missing package of a command about the database', () => {
      const root = join(place, 'plain');
      const { status, stderr } = lectern(root, 'plugin', 'purge', 'dice');
      expect(status).to.equal(1);
      expect(stderr).to.include('database');
    });
  });

  describe('with @lectern/infrastructure', () => {
    it('loads only the modules that the host requires, and their types', async () => {
      const service = `import type { Services } from 'lectern';
import { use } from 'lectern';

export class Notes {
  readonly #database = use('database');
  async count(): Promise<number> {
    const { rows } = await this.#database.knex.raw<{ rows: { count: string }[] }>('select count(*) from notes_notes');
    return Number(rows[0]?.count);
  }
}
export type Database = Services['database'];
`;
      const files = {
        'package.json': { type: 'module', dependencies: { lectern: '0.1.0', '@lectern/infrastructure': '0.1.0' } },
        'core/notes/module.json': {
          name: 'notes',
          version: '1.0.0',
          engines: { lectern: '^0.1.0' },
          requires: { database: '^0.1.0' },
        },
        'core/notes/services/notes.ts': service,
      };
      const root = folderWith('infrastructure', files, ['lectern', '@lectern/infrastructure']);
      const listed = lectern(root, 'config', 'show', '--json');
      expect(listed.stdout).to.include('modules.database').and.not.to.include('modules.mail');
    });
  });

  describe('with @lectern/platform', () => {
    it('serves the platform with its console', async () => {
      const dependencies = Object.fromEntries(platform.map((name) => [name, '0.1.0']));
      const root = folderWith('platform', { 'package.json': { type: 'module', dependencies } }, platform);
      await serve(root, async (url) => {
        expect(await answerOf(`${url}/api/user/isLogin`)).to.deep.equal({ isLogin: false });
        const page = await (await fetch(`${url}/console`)).text();
        expect(page).to.include('<html');
        expect(await answerOf(`${url}/readyz`)).to.include({ status: 'ready' });
      });
    });
  });

  it('npm create lectern writes a host', () => {
    const root = folderWith('create', { 'package.json': {} }, ['lectern', 'create-lectern']);
    const target = join(place, 'created');
    const program = join(root, 'node_modules/create-lectern/create.mjs');
    const { status, stderr } = spawnSync(process.execPath, [program, target], { cwd: root, encoding: 'utf8' });
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    expect(JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'))).to.have.property('dependencies');
  });

  it('packs no source of the platform into the kernel', () => {
    const { stdout } = spawnSync('tar', ['tzf', tarballOf('lectern')], { encoding: 'utf8' });
    expect(stdout).to.not.match(/platform|infrastructure\//);
  });
});
