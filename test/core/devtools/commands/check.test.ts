import { join } from 'node:path';
import { expect } from 'chai';
import type { Report } from '../../../../core/devtools/check/report.ts';
import { targetOf } from '../../../../core/devtools/check/target.ts';
import { runCommand } from '../../../support/command.ts';
import { Installation } from '../../../support/installation.ts';
import { projectRoot } from '../../../support/platform.ts';
import { booksWith, changed, servicesWith } from '../check/fault.ts';
import { fixturePlugin, Workbench } from '../check/fixture_plugin.ts';

describe('lectern check', () => {
  let bench: Workbench;

  beforeEach(() => {
    bench = new Workbench();
  });
  afterEach(() => bench.clear());

  const check = (...args: readonly string[]) => runCommand(bench.root, 'check', ...args);
  const unsafe = changed(fixturePlugin, [booksWith('signedIn: true, ', '')]);
  const brittle = changed(fixturePlugin, [servicesWith('  get(id) {', "  get(id) { if (id === '5') null.title;")]);

  it('prints check, verdict, file and fix, and ends with 1', async () => {
    const { code, out } = await check(bench.plugin(unsafe), '--only', 'access', '--only', 'settings', '--seed', '3');
    expect(code).to.equal(1);
    const lines = out.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, '  '));
    expect(lines).to.include('passed  settings  every setting has a description, and secrets are marked');
    expect(lines).to.include('FAILED  access  every operation declares its access');
    const finding = 'POST /api/plugins/shelf/books declares no access; every signed-in caller has access';
    expect(lines).to.include(`failed: elsewhere/shelf/resources/books.js: ${finding}`);
    expect(lines).to.include('fix: write @open, @signedIn or @requires(permission) above the method');
    expect(lines).to.include('open to anyone: GET /api/plugins/shelf/books, GET /api/plugins/shelf/books/{id}');
    expect(lines).to.include('1 passed, 0 warned, 1 failed, 0 not applicable. Seed 3.');
  });

  it('prints the report as JSON with --json', async () => {
    const { out } = await check(bench.plugin(unsafe), '--only', 'access', '--seed', '3', '--json');
    const { module, folder, seed, passed, checks: results } = JSON.parse(out) as Report;
    expect({ module, folder, seed, passed }).to.deep.equal({
      ...{ module: 'shelf', folder: 'elsewhere/shelf', seed: 3, passed: false },
    });
    expect(results).to.have.length(1);
    expect(results[0]).to.include({ name: 'access', verdict: 'failed' });
  });

  it('sends the same requests with the same seed, and others with another seed', async () => {
    const folder = bench.plugin(brittle);
    const asked = async (seed: string) => {
      const { out } = await check(folder, '--only', 'requests', '--seed', seed, '--requests', '30', '--json');
      return (JSON.parse(out) as Report).checks[0]!;
    };
    const [first, again, other] = [await asked('1'), await asked('1'), await asked('2')];
    expect(first.findings[0]?.message).to.match(/answers 500/);
    expect(first.findings[0]?.fix).to.include(`lectern check ${folder} --only requests --seed 1`);
    expect(again).to.deep.equal(first);
    expect(other.notes).not.to.deep.equal(first.notes);
  });

  it('accepts a folder outside of the installation, and prints absolute paths', async () => {
    const elsewhere = new Installation();
    try {
      const files = Object.entries(unsafe).map(([path, text]) => [`shelf/${path}`, text]);
      const folder = join(elsewhere.write(Object.fromEntries(files) as typeof unsafe).root, 'shelf');
      const { out } = await check(folder, '--only', 'access', '--json');
      expect((JSON.parse(out) as Report).checks[0]?.findings[0]?.file).to.equal(join(folder, 'resources/books.js'));
    } finally {
      await elsewhere.clear();
    }
  });

  it('accepts the name of an installed plugin', async () => {
    const installation = new Installation();
    try {
      const files = Object.entries(unsafe).map(([path, text]) => [`plugins/shelf/${path}`, text]);
      installation.write(Object.fromEntries(files) as typeof unsafe);
      expect(targetOf(installation.root, 'shelf')).to.include({ name: 'shelf', inPlace: true });
    } finally {
      await installation.clear();
    }
  });

  it('checks a module in core/ of the installation', async () => {
    bench.plugin(unsafe, 'core');
    const { code, out } = await check('core/shelf', '--seed', '3', '--requests', '5', '--json');
    const { folder, checks: results } = JSON.parse(out) as Report;
    expect(folder).to.equal('core/shelf');
    expect(results.flatMap(({ name, findings }) => findings.map(({ file }) => `${name}: ${file}`))).to.deep.equal([
      'access: core/shelf/resources/books.js',
    ]);
    expect(code).to.equal(1);
  });

  it('refuses a missing folder and a module of core of Lectern', async () => {
    const none = await check('plugins/nowhere');
    expect(none).to.include({
      code: 1,
      err: 'plugins/nowhere is no folder; name a plugin, or the folder of a module with its module.json, such as plugins/vip.\n',
    });
    bench.addDatabase();
    const { code, err } = await runCommand(projectRoot, 'check', 'core/platform/articles');
    expect(code).to.equal(1);
    expect(err).to.match(/^core\/platform\/articles belongs to core/);
  });

  it('ends with 2 for an unknown check, a malformed seed and a password in --database', async () => {
    const folder = bench.plugin(fixturePlugin);
    const unknown = await check(folder, '--only', 'taste');
    expect(unknown.code).to.equal(2);
    expect(unknown.err).to.match(/The checks are manifest, settings, .*leaves\./);
    expect((await check(folder, '--seed', 'seven')).code).to.equal(2);
    for (const url of ['postgres://me:s3same@127.0.0.1/x', 'postgres://127.0.0.1/x?password=s3same']) {
      const told = await check(folder, '--database', url);
      expect(told.code).to.equal(2);
      expect(told.err).to.include('PGPASSWORD');
    }
  });
});
