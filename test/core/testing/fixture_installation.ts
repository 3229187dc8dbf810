import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createTestKernel, type TestKernel, type TestKernelOptions } from 'lectern/testing';
import { Installation, manifest } from '../../support/installation.ts';
import { logWatch } from '../../support/log_watch.ts';
import { projectRoot } from '../../support/platform.ts';

export const migration = (sql: string) => `export const up = (knex) => knex.raw('${sql}');`;
export const greeting = (text: string) => `
  import { Type, defineResource, raw } from 'lectern';
  export default defineResource('/plugins/hello/greetings', {
    uses: ['database'],
    search: { open: true, returns: [raw], run: async ({ database }) => ({ text: '${text}', rows: await database.table('hellos') }) },
  });`;
export const hello = (text: string) => ({
  'hello/module.json': manifest('hello', { requires: { database: '*' } }),
  'hello/migrations/001_hellos.js': migration('create table hellos (id int primary key)'),
  'hello/demo.js': `export default ({ database }) => database.table('hellos').insert({ id: 7 });`,
  'hello/resources/greetings.js': greeting(text),
});
export const below = (folder: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

/** An installation with only the database of core, for a fast start, and a plugin outside of `plugins/`. */
export class FixtureInstallation extends Installation {
  readonly tests: TestKernel[] = [];

  constructor() {
    super(below('elsewhere', hello('from elsewhere')));
    mkdirSync(join(this.root, 'core'));
    this.link(join(projectRoot, 'core/infrastructure/database'), 'core/infrastructure/database');
  }

  async start(options: TestKernelOptions = {}): Promise<TestKernel> {
    const test = await createTestKernel({ root: this.root, logTo: logWatch.destination([]), ...options });
    this.tests.push(test);
    return test;
  }

  override async clear(): Promise<void> {
    for (const test of this.tests) await test.stop();
    await super.clear();
  }
}
