import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestKernel, expect, type TestKernel, type TestKernelOptions } from 'lectern/testing';
import { snapshotOf } from '../../../core/testing/snapshot.ts';
import { Installation, manifest } from '../../support/installation.ts';
import { logWatch } from '../../support/log_watch.ts';
import { projectRoot } from '../../support/platform.ts';

const migration = (sql: string) => `export const up = (knex) => knex.raw('${sql}');`;
const greeting = (text: string) => `
  import { Type, defineResource, raw } from 'lectern';
  export default defineResource('/plugins/hello/greetings', {
    uses: ['database'],
    search: { open: true, returns: [raw], run: async ({ database }) => ({ text: '${text}', rows: await database.table('hellos') }) },
  });`;
const hello = (text: string) => ({
  'hello/module.json': manifest('hello', { requires: { database: '*' } }),
  'hello/migrations/001_hellos.js': migration('create table hellos (id int primary key)'),
  'hello/demo.js': `export default ({ database }) => database.table('hellos').insert({ id: 7 });`,
  'hello/resources/greetings.js': greeting(text),
});
const below = (folder: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

async function failureOf(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (error) {
    return error as Error;
  }
  throw new Error('It went well.');
}

/** Only the database of core, which starts in no time; and a plugin that stands outside of it. */
class Small extends Installation {
  readonly tests: TestKernel[] = [];

  constructor() {
    super(below('elsewhere', hello('from elsewhere')));
    mkdirSync(join(this.root, 'core'));
    this.link(join(projectRoot, 'core/database'), 'core/database');
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

describe('A test kernel', () => {
  let small: Small;
  beforeEach(() => (small = new Small()));
  afterEach(() => small.clear());

  it('serves a plugin from outside of the installation, with its tables and demo data', async () => {
    const { api } = await small.start({ modules: [join(small.root, 'elsewhere/hello')] });
    const { body } = await api.get('/api/plugins/hello/greetings').expect(200);
    expect(body).to.deep.equal({ text: 'from elsewhere', rows: [{ id: 7 }] });
  });

  it('takes it in place of the one of the same name', async () => {
    small.write(below('plugins', hello('from plugins')));
    const there = await small.start();
    expect((await there.api.get('/api/plugins/hello/greetings')).body.text).to.equal('from plugins');
    const elsewhere = new URL(`file://${small.root}/elsewhere/hello/`);
    const instead = await small.start({ modules: [elsewhere] });
    expect((await instead.api.get('/api/plugins/hello/greetings')).body.text).to.equal('from elsewhere');
  });

  it('does not start without the plugin that is tested, and says why', async () => {
    small.write({ 'elsewhere/hello/services.js': 'export default { broken };' });
    const error = await failureOf(small.start({ modules: [join(small.root, 'elsewhere/hello')] }));
    expect(error.message).to.include('The plugin "hello" cannot start: ').and.include('broken is not defined');
  });

  it('names a folder that is not there', async () => {
    const error = await failureOf(small.start({ modules: ['/nowhere/hello'] }));
    expect(error.message).to.include('/nowhere/hello is no folder; name the folder of a plugin');
  });

  it('takes a configuration', async () => {
    const { kernel } = await small.start({ config: { zone: 'Europe/Berlin' } });
    expect(kernel.config.zone).to.equal('Europe/Berlin');
  });

  it('says who there is no user of', async () => {
    const test = await createTestKernel({ logTo: logWatch.destination([]) });
    const error = await failureOf(test.as('nobody'));
    await test.stop();
    expect(error.message).to.include('There is no user "nobody"; the demo data has student');
  });
});

describe('The database that a test kernel begins with', function () {
  if (process.env['TEST_DATABASE_URL']) this.pending = true;
  let small: Small;
  const wanted = () => ({ root: small.root, demo: true, without: [] });
  const applied = ({ logs }: TestKernel) => logs.filter((line) => line.includes('applied')).length;

  beforeEach(() => (small = new Small().write(below('plugins', hello('here')))));
  afterEach(async () => {
    const file = await snapshotOf(wanted());
    rmSync(file as string, { force: true });
    await small.clear();
  });

  it('was migrated once, and is read from then on', async () => {
    const test = await small.start();
    expect(applied(test)).to.equal(0);
    expect((await test.api.get('/api/plugins/hello/greetings')).body.rows).to.deep.equal([{ id: 7 }]);
  });

  it('is another one when a migration or the demo data is another one, but not for a resource', async () => {
    const file = await snapshotOf(wanted());
    small.write({ 'plugins/hello/resources/greetings.js': greeting('changed') });
    expect(await snapshotOf(wanted())).to.equal(file);
    small.write({
      'plugins/hello/demo.js': `export default ({ database }) => database.table('hellos').insert({ id: 8 });`,
    });
    expect(await snapshotOf(wanted())).to.not.equal(file);
    rmSync(file as string);
  });

  it('is made anew when its file is damaged', async () => {
    const file = (await snapshotOf(wanted())) as string;
    writeFileSync(file, readFileSync(file).subarray(0, 5000));
    const test = await small.start();
    expect((await test.api.get('/api/plugins/hello/greetings')).body.rows).to.deep.equal([{ id: 7 }]);
    expect(applied(test), 'nothing could be read').to.be.above(0);
    expect(existsSync(file)).to.equal(false);
    expect(applied(await small.start())).to.equal(0);
  });

  it('lacks the tables of what is tested, which are made at each start', async () => {
    const folder = join(small.root, 'plugins/hello');
    const first = await small.start({ modules: [folder] });
    expect(applied(first)).to.equal(1);
    small.write({ 'plugins/hello/migrations/002_more.js': migration('create table hellos_2 (id int)') });
    expect(applied(await small.start({ modules: [folder] }))).to.equal(2);
    rmSync((await snapshotOf({ ...wanted(), without: ['hello'] })) as string, { force: true });
  });
});
