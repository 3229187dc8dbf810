import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ESLint, Linter } from 'eslint';
import { describe, it } from 'mocha';
import tseslint from 'typescript-eslint';
import portable from '../../../.ci/portable_sql.mjs';
import { portabilityExceptions } from '../../../core/database/portability/index.ts';
import { portabilityRules } from '../../../core/database/portability/rules.ts';
import { projectRoot } from '../../support/platform.ts';

const linter = new Linter({ cwd: projectRoot });

/** Messages of the rule about a text, as if it were the content of a file of the project. */
function complaintsOf(text: string, file = 'core/orders/services/orders.ts'): string[] {
  const config: Linter.Config = {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    plugins: { lectern: portable },
    rules: { 'lectern/portable-sql': 'error' },
  };
  return linter.verify(text, config, join(projectRoot, file)).map(({ message }) => message);
}

describe('The lint rule portable-sql', () => {
  const found: Record<string, string> = {
    'a statement with interpolated names':
      'await knex.raw(`create trigger ${name} before insert on ${table} execute function f()`);',
    'a condition of a query': "query.whereRaw('pg_try_advisory_xact_lock(?)', [id]);",
    'a fragment that is no whole statement': 'knex.raw("create trigger if");',
    'a concatenated text': "database.raw('select next' + `val(${name})`);",
    'a statement in a constant': "const ROWS = 'create temp table rows (id bigint)';",
  };

  for (const [what, text] of Object.entries(found)) {
    it(`finds ${what}`, () => {
      const [message = ''] = complaintsOf(text);
      expect(message).to.match(/does not run everywhere \([\w-]+\): .+\. Instead: .+\.$/);
    });
  }

  it('accepts prose and portable SQL', () => {
    const texts = ["'reset password'", "'lock table and chair'", "knex.raw('select id from orders where sn = ?')"];
    expect(texts.flatMap((text) => complaintsOf(`void ${text};`))).to.deep.equal([]);
  });

  it('accepts each exception only in its file, and names its rule elsewhere', () => {
    for (const { file, rule } of portabilityExceptions) {
      const text = readFileSync(join(projectRoot, file), 'utf8');
      expect(complaintsOf(text).join('\n'), file).to.include(`(${rule})`);
      expect(complaintsOf(text, file), file).to.deep.equal([]);
    }
  });

  it('has its rules and exceptions documented in docs/scaling.md', () => {
    const page = readFileSync(join(projectRoot, 'docs/scaling.md'), 'utf8');
    for (const { name, fix } of portabilityRules) expect(page).to.include(`| \`${name}\` | ${fix} |`);
    for (const { file, rule, why, elsewhere } of portabilityExceptions)
      expect(page).to.include(`| \`${file}\` | \`${rule}\` | ${why} | ${elsewhere} |`);
  });

  it('is enabled for core, plugins and custom', async () => {
    const eslint = new ESLint({ cwd: projectRoot });
    for (const file of ['core/orders/services/orders.ts', 'plugins/a/migrations/001_b.js', 'custom/services/c.ts']) {
      const { rules } = (await eslint.calculateConfigForFile(join(projectRoot, file))) as Linter.Config;
      expect(rules?.['lectern/portable-sql'], file).to.deep.equal([2]);
    }
  });
});
