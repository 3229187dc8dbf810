import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type TestKernel } from 'lectern/testing';
import { snapshotOf } from '../../../core/testing/snapshot.ts';
import { below, FixtureInstallation, greeting, hello, migration } from './fixture_installation.ts';

describe('The database that a test kernel begins with', () => {
  let small: FixtureInstallation;
  const wanted = () => ({ root: small.root, demo: true, without: [] });
  const applied = ({ logs }: TestKernel) => logs.filter((line) => line.includes('applied')).length;

  beforeEach(() => (small = new FixtureInstallation().write(below('plugins', hello('here')))));
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
