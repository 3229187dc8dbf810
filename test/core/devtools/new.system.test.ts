import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Report } from '../../../core/devtools/check/report.ts';
import { stepsOf } from '../../support/documents.ts';
import { projectRoot } from '../../support/platform.ts';
import { Project } from '../../support/project.ts';

const LONGEST = `${'long_'.repeat(7)}names`;
const commands = [
  ['plugin', 'a'],
  ['plugin', LONGEST],
  ['override', 'GET /articles/{id}'],
  ['override', 'GET /articles'],
  ['override', 'PATCH /settings/{type}'],
  ['override', 'PATCH /me/pay_password'],
  ['override', 'GET /plugins/vip/vip_levels'],
  ['override', 'GET /coupons', '--plugin', LONGEST],
];

describe('The output of lectern new', function () {
  // Formatter, compiler, linter and tests.
  this.timeout(300_000);
  let project: Project;

  // Written by the program that users run: bundling must not have touched the text.
  before(() => {
    project = new Project();
    const copied = ['.oxlintrc.json', '.ci/lint_rules.mjs', '.oxfmtrc.json', 'plugins/vip'];
    for (const path of copied) project.copy(join(projectRoot, path), path);
    project.copyBuild();
    for (const step of stepsOf('docs/plugins/README.md'))
      if (step.kind === 'file' && step.path.startsWith('plugins/notes/')) project.write({ [step.path]: step.text });
    for (const args of commands) {
      if (args.includes('--plugin')) mount();
      const { status, stderr } = project.builtLectern('new', ...args);
      expect(status, stderr).to.equal(0);
    }
  });
  after(() => project.clear());

  /** An override in a plugin takes an address and an operation that its manifest names. */
  function mount(): void {
    const path = `plugins/${LONGEST}/module.json`;
    const text = readFileSync(join(project.root, path), 'utf8');
    const named = text
      .replace('{', '{\n  "mounts": ["/coupons"],')
      .replace('"uses": { ', '"uses": { "overrides": ["GET /coupons"], ');
    project.write({ [path]: named });
  }

  const check = (folder: string, ...options: string[]) => {
    const { status, stdout, stderr } = project.builtLectern('check', folder, ...options, '--json');
    expect(stdout, stderr).to.not.equal('');
    const report = JSON.parse(stdout) as Report;
    return { status, report, findings: report.checks.flatMap(({ findings }) => findings) };
  };

  it('is formatted', () => {
    const formatter = join(projectRoot, 'node_modules/oxfmt/bin/oxfmt');
    const written = ['{plugins,custom}/**/*.ts', `plugins/${LONGEST}/*.json`];
    const { status, stdout, stderr } = project.node(formatter, '--check', ...written);
    expect(status, stdout + stderr).to.equal(0);
  });

  for (const name of [LONGEST, 'notes'])
    it(`passes lectern check, as does the first plugin of the guide: ${name}`, () => {
      const { status, report, findings } = check(`plugins/${name}`, '--requests', '40');
      expect(findings).to.deep.equal([]);
      expect(status).to.equal(0);
      const verdicts = report.checks.filter((one) => ['types', 'requests'].includes(one.name));
      expect(verdicts.map(({ verdict }) => verdict)).to.deep.equal(['passed', 'passed']);
    });

  it('passes the compiler in custom, which still checks other files', () => {
    project.write({ 'custom/careless.ts': 'export const size: string = 1;\n' });
    const { status, findings } = check('custom', '--only', 'types');
    rmSync(join(project.root, 'custom/careless.ts'));
    expect(findings.map(({ file, message }) => `${file} ${message.slice(0, 22)}`)).to.deep.equal([
      "custom/careless.ts:1 TS2322: Type 'number' ",
    ]);
    expect(status).to.equal(1);
  });

  it('passes the linter, which still checks other files', () => {
    project.write({ 'custom/careless.ts': 'export const later = () => { void 0; Promise.resolve(1); };\n' });
    const linter = join(projectRoot, 'node_modules/oxlint/bin/oxlint');
    const { stdout, stderr } = project.node(linter, '--format', 'json', 'plugins', 'custom');
    rmSync(join(project.root, 'custom/careless.ts'));
    expect(stdout, stderr).to.not.equal('');
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; message: string }[] };
    expect(diagnostics.map(({ filename, message }) => `${filename} ${message.slice(0, 22)}`)).to.deep.equal([
      'custom/careless.ts Promises must be await',
    ]);
  });

  it('passes its tests', () => {
    const { status, stdout, stderr } = project.builtLectern('test', 'a', LONGEST, 'custom', '--json');
    const { stats, failures } = JSON.parse(stdout) as { stats: { passes: number }; failures: { err: object }[] };
    expect(
      failures.map(({ err }) => err),
      stderr,
    ).to.deep.equal([]);
    expect(stats.passes).to.be.above(20);
    expect(status).to.equal(0);
  });

  it('fails only in `before` when the plugin cannot start', () => {
    project.write({ 'plugins/a/services.js': 'export default { broken };' });
    const { stdout } = project.builtLectern('test', 'a', '--json');
    rmSync(join(project.root, 'plugins/a/services.js'));
    const { failures } = JSON.parse(stdout) as { failures: { title: string }[] };
    expect(failures.map(({ title }) => title)).to.deep.equal(['"before all" hook for "stores a note"']);
  });
});
