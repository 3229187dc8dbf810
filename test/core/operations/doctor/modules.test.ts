import { expect } from 'chai';
import { examineModules } from '../../../../core/operations/doctor/modules.ts';
import { manifest } from '../../../support/installation.ts';
import { started } from '../../../support/started.ts';
import { Fleet } from '../../infrastructure/jobs/fleet.ts';

const requires = { database: '*' };
const resource = (head: string) => `${head}
import { defineResource } from 'lectern';
export default defineResource('/plugins/unused/things', {});`;

/** Plugins that fail to load, each with the fix of its finding. */
const plugins = {
  'plugins/syntax/module.json': manifest('syntax'),
  'plugins/syntax/resources/things.js': 'export default {\n  search: (',
  'plugins/typed/module.json': manifest('typed'),
  'plugins/typed/resources/things.ts': 'const count: number = ;',
  'plugins/packages/module.json': manifest('packages'),
  'plugins/packages/resources/things.js': resource(`import marked from 'marked-not-there';`),
  'plugins/lost/module.json': manifest('lost'),
  'plugins/lost/resources/things.js': resource(`import { gods } from '../services/gods.js';`),
  'plugins/names/module.json': manifest('names'),
  'plugins/names/resources/things.js': resource(`import { defineRisource } from 'lectern';`),
  'plugins/tables/module.json': manifest('tables', { requires }),
  'plugins/tables/migrations/001_tables.js': `export const up = (knex) => knex.raw('insert into godos values (1)');`,
  'plugins/throws/module.json': manifest('throws'),
  'plugins/throws/services.js': `throw new Error('no paper');`,
};
const mends = {
  syntax: 'Correct the syntax error in plugins/syntax/resources/things.js:2:12',
  typed: 'Correct the syntax error in plugins/typed/resources/things.ts:1:23',
  packages:
    'Run npm install --prefix plugins/packages marked-not-there, or correct the name in plugins/packages/resources/things.js:1',
  lost: 'Correct the import in plugins/lost/resources/things.js',
  names: 'Correct the import in plugins/names/resources/things.js:1',
  tables: 'Correct the migration in plugins/tables/migrations/001_tables.js, which was not applied',
  throws: 'Correct plugins/throws/services.js:1 as the message says',
};

describe('Findings about failed plugins', () => {
  const fleet = started(() => Fleet.make(['database'], plugins));

  it('contain the fix, and the command that disables the plugin', async () => {
    const { kernel } = await fleet.replica();
    const fixes = examineModules(kernel).map(({ topic, fix }) => [topic.replace('plugin ', ''), fix]);
    const expected = Object.entries(mends).map(([name, mend]) => [
      name,
      `${mend}, then restart. Until then, the plugin can be disabled, in the console or with: lectern plugin disable ${name}`,
    ]);
    expect(Object.fromEntries(fixes)).to.deep.equal(Object.fromEntries(expected));
  });
});
