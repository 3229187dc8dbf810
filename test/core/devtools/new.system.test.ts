import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
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
  ['override', 'GET /coupons', '--plugin', 'a'],
];

describe('What lectern new writes', function () {
  // Formatter, compiler, linter and tests, each from its start.
  this.timeout(300_000);
  let project: Project;

  // Written by the program that users run: bundling must not have touched the text.
  before(() => {
    project = new Project();
    const copied = [
      'eslint.config.js',
      '.ci/portable_sql.mjs',
      '.prettierrc.json',
      'test/tsconfig.json',
      'plugins/vip',
    ];
    for (const path of copied) project.copy(join(projectRoot, path), path);
    project.copyBuild();
    // Databases that tests begin with.
    const snapshots = join(projectRoot, '.cache');
    if (existsSync(snapshots)) project.copy(snapshots, '.cache');
    for (const step of stepsOf('docs/plugins/README.md'))
      if (step.kind === 'file' && step.path.startsWith('plugins/notes/')) project.write({ [step.path]: step.text });
    for (const args of commands) {
      if (args.includes('--plugin')) mount();
      const { status, stderr } = project.builtLectern('new', ...args);
      expect(status, stderr).to.equal(0);
    }
  });
  after(() => project.clear());

  /** An override in a plugin takes an address that its manifest names. */
  function mount(): void {
    const manifest = JSON.parse(readFileSync(join(project.root, 'plugins/a/module.json'), 'utf8')) as object;
    const mounts = ['/coupons'];
    project.write({ 'plugins/a/module.json': `${JSON.stringify({ ...manifest, mounts }, null, 2)}\n` });
  }

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

  for (const name of ['a', 'notes'])
    it(`scores 100 in the check, as the first plugin of the guide: ${name}`, () => {
      const { status, stdout, stderr } = project.builtLectern('check', `plugins/${name}`, '--requests', '40', '--json');
      expect(stdout, stderr).to.not.equal('');
      const { score, checks } = JSON.parse(stdout) as Report;
      expect(checks.filter(({ findings }) => findings.length > 0)).to.deep.equal([]);
      expect({ status, score }).to.deep.equal({ status: 0, score: 100 });
      const verdicts = checks.filter((one) => ['types', 'lint', 'requests'].includes(one.name));
      expect(verdicts.map(({ verdict }) => verdict)).to.deep.equal(['passed', 'passed', 'passed']);
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
});
