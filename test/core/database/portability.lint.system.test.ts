import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { portabilityExceptions } from '../../../core/database/portability/index.ts';
import { portabilityRules } from '../../../core/database/portability/rules.ts';
import { projectRoot } from '../../support/platform.ts';
import { Project } from '../../support/project.ts';

const textOf = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

describe('The lint rule portable-sql', () => {
  const broken: Record<string, string> = {
    'a statement with interpolated names':
      'await knex.raw(`create trigger ${name} before insert on ${table} execute function f()`);',
    'a condition of a query': "query.whereRaw('pg_try_advisory_xact_lock(?)', [id]);",
    'a fragment that is no whole statement': 'knex.raw("create trigger if");',
    'a concatenated text': "database.raw('select next' + `val(${name})`);",
    'a statement in a constant': "export const ROWS = 'create temp table rows (id bigint)';",
  };
  const accepted = ["'reset password'", "'lock table and chair'", "knex.raw('select id from orders where sn = ?')"];
  const places = ['core/orders/services/a.ts', 'plugins/a/migrations/001_b.js', 'custom/services/c.ts'];

  const found = new Map<string, string[]>();
  const complaintsOf = (file: string) => (found.get(file) ?? []).join('\n');
  let project: Project;
  before(() => {
    project = new Project();
    project.copy(join(projectRoot, '.ci'), '.ci');
    const written = {
      ...Object.fromEntries(Object.values(broken).map((text, at) => [`core/broken_${at}.ts`, text])),
      ...Object.fromEntries(accepted.map((text, at) => [`core/accepted_${at}.ts`, `void ${text};`])),
      ...Object.fromEntries(places.map((file) => [file, Object.values(broken)[1] ?? ''])),
      ...Object.fromEntries(portabilityExceptions.map(({ file }, at) => [`core/moved_${at}.ts`, textOf(file)])),
    };
    // Without types, which this rule does not need, the linter takes a fraction of the time.
    const settings = textOf('.oxlintrc.json').replace('"typeAware": true', '"typeAware": false');
    project.write({ ...written, '.oxlintrc.json': settings });
    const files = [...Object.keys(written), ...portabilityExceptions.map(({ file }) => file)];
    const { stdout, stderr } = project.node('node_modules/oxlint/bin/oxlint', '--format', 'json', ...files);
    expect(stdout, stderr).to.match(/^\{/);
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { code: string; message: string; filename: string }[];
    };
    for (const { code, message, filename } of diagnostics)
      if (code === 'lectern(portable-sql)') found.set(filename, [...(found.get(filename) ?? []), message]);
  });
  after(() => project.clear());

  for (const [at, what] of Object.keys(broken).entries()) {
    it(`finds ${what}`, () => {
      expect(complaintsOf(`core/broken_${at}.ts`)).to.match(/does not run everywhere \([\w-]+\): .+\. Instead: .+\.$/);
    });
  }

  it('accepts prose and portable SQL', () => {
    expect(accepted.map((_text, at) => complaintsOf(`core/accepted_${at}.ts`)).join('')).to.equal('');
  });

  it('accepts each exception only in its file, and names its rule elsewhere', () => {
    for (const [at, { file, rule }] of portabilityExceptions.entries()) {
      expect(complaintsOf(`core/moved_${at}.ts`), file).to.include(`(${rule})`);
      expect(complaintsOf(file), file).to.equal('');
    }
  });

  it('is enabled for core, plugins and custom', () => {
    for (const file of places) expect(complaintsOf(file), file).to.include('does not run everywhere');
  });

  it('has its rules and exceptions documented in docs/scaling.md', () => {
    const page = textOf('docs/scaling.md');
    for (const { name, fix } of portabilityRules) expect(page).to.include(`| \`${name}\` | ${fix} |`);
    for (const { file, rule, why, elsewhere } of portabilityExceptions)
      expect(page).to.include(`| \`${file}\` | \`${rule}\` | ${why} | ${elsewhere} |`);
  });
});
