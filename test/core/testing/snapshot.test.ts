import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type TestKernel } from 'lectern/testing';
import { closeSpares } from '../../support/empty_spares.ts';
import { fingerprintOf } from '../../../core/testing/fingerprint.ts';
import { snapshotName, snapshotOf } from '../../../core/testing/snapshot.ts';
import { below, FixtureInstallation, greeting, hello, migration } from './fixture_installation.ts';

describe('The initial database of a test kernel', () => {
  let small: FixtureInstallation;
  const wanted = () => ({ root: small.root, demo: true, without: [] });
  const applied = ({ logs }: TestKernel) => logs.filter((line) => line.includes('applied')).length;

  beforeEach(() => (small = new FixtureInstallation().write(below('plugins', hello('here')))));
  afterEach(() => small.clear());

  it('is restored with tables and demo data, without migrations', async () => {
    const test = await small.start();
    expect(applied(test)).to.equal(0);
    expect((await test.api.get('/api/plugins/hello/greetings')).body.rows).to.deep.equal([{ id: 7 }]);
  });

  it('is reused by the next kernel, with rows and session reset', async () => {
    const first = await small.start();
    await first.services.database.table('hellos').insert({ id: 9 });
    await first.services.database.raw('set application_name to left_behind');
    await first.stop();
    const second = await small.start();
    expect((await second.api.get('/api/plugins/hello/greetings')).body.rows).to.deep.equal([{ id: 7 }]);
    const { rows } = await second.services.database.raw('show application_name');
    expect(rows).to.not.deep.equal([{ application_name: 'left_behind' }]);
  });

  it('is not reused after a change of its tables', async () => {
    const first = await small.start();
    await first.services.database.raw('alter table hellos add column word text');
    await first.stop();
    const { database } = (await small.start()).services;
    expect(Object.keys((await database.table('hellos').first()) ?? {})).to.deep.equal(['id']);
  });

  it('has another snapshot after a change of the demo data, but not of a resource', async () => {
    const file = await snapshotOf(wanted());
    small.write({ 'plugins/hello/resources/greetings.js': greeting('changed') });
    expect(await snapshotOf(wanted())).to.equal(file);
    const demo = `export default ({ database }) => database.table('hellos').insert({ id: 8 });`;
    small.write({ 'plugins/hello/demo.js': demo });
    expect(file).to.not.include(fingerprintOf(small.root, []));
  });

  it('has another snapshot on the next day of the zone if it has demo data, because these contain dates', () => {
    const named = (time: string, demo = true) => snapshotName({ ...wanted(), demo }, new Date(time));
    const [morning, evening, next] = ['2026-11-26T16:00:00Z', '2026-11-27T15:59:59Z', '2026-11-27T16:00:00Z'] as const;
    expect(named(evening)).to.equal(named(morning)).and.not.equal(named(next));
    expect(named(evening, false)).to.equal(named(next, false));
  });

  it('lacks the tables of the tested plugin, which each start migrates', async () => {
    small.write({ 'plugins/hello/migrations/002_more.js': migration('create table hellos_2 (id int)') });
    expect(applied(await small.start({ modules: [join(small.root, 'plugins/hello')] }))).to.equal(2);
  });

  // The installations of most tests are equal and share the file, which this test removes.
  it('is migrated again if the snapshot is damaged', async () => {
    await closeSpares();
    const file = (await snapshotOf(wanted())) as string;
    writeFileSync(file, readFileSync(file).subarray(0, 5000));
    const test = await small.start();
    expect((await test.api.get('/api/plugins/hello/greetings')).body.rows).to.deep.equal([{ id: 7 }]);
    expect(applied(test), 'nothing could be read').to.be.above(0);
    expect(existsSync(file)).to.equal(false);
  });
});
