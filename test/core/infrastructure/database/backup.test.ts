import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { trailerLength, trailerOf } from '../../../../core/infrastructure/database/backup/file_form.ts';
import { manifest } from '../../../support/installation.ts';
import { FOLDERS_KEPT, keepFolders } from '../../../support/kept_folders.ts';
import { RoundTrip, roundTrips, tables } from './backup/round_trip.ts';
import { prepared } from '../../../support/started.ts';

describe('A database backup', () => {
  const trip = prepared(() => RoundTrip.make());

  before(async () => {
    await keepFolders(2);
  });
  after(async () => {
    await keepFolders(FOLDERS_KEPT);
    await trip.clear();
  });

  roundTrips(() => trip);

  it('is rejected if it is damaged, incomplete, too new or no backup', async () => {
    const whole = readFileSync(trip.file('p.backup'));
    const says = async (name: string, bytes: Buffer) => {
      writeFileSync(trip.file(name), bytes);
      const { code, err } = await trip.place.lectern('restore', trip.file(name), '--check');
      expect(code).to.equal(1);
      return err;
    };
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(whole.length - 200) ^ 1, whole.length - 200);
    expect(await says('damaged.backup', damaged)).to.include('is damaged');
    expect(await says('half.backup', whole.subarray(0, whole.length / 2))).to.include('is incomplete');
    expect(await says('head.backup', whole.subarray(0, 100))).to.include('is incomplete');
    expect(
      await says('new.backup', Buffer.from(whole.toString('latin1').replace('BACKUP 1', 'BACKUP 9'), 'latin1')),
    ).to.include('newer');
    const early = Buffer.from(
      whole.subarray(0, -trailerLength).toString('latin1').replace('"format":"portable"', '"format":"embedded"'),
      'latin1',
    );
    const digest = createHash('sha256').update(early).digest('hex');
    expect(await says('early.backup', Buffer.concat([early, trailerOf(digest)]))).to.include('with Lectern 0.1');
    expect(await says('none.backup', Buffer.from('PGDMP'))).to.include('is not a backup of Lectern');
    for (const path of [trip.file('missing.backup'), trip.place.root]) {
      const { code, err } = await trip.place.lectern('restore', path);
      expect([code, err]).to.deep.equal([
        1,
        `There is no file ${path}; name a file that lectern backup has written.\n`,
      ]);
    }
    truncateSync(trip.file('none.backup'), 0);
    expect(await says('none.backup', Buffer.from(''))).to.include('is not a backup of Lectern');
  });

  it('is rejected if a migration of the installation has other code', async () => {
    trip.place.write({ 'plugins/things/migrations/001_things.js': `${tables}\nexport const edited = true;` });
    const edited = await trip.restore(trip.elsewhere(), 'p.backup', '--replace', '--yes');
    expect(edited.err).to.include(
      'The migration 001_things of the module things (plugins/things/migrations/001_things.js)',
    );
    expect(edited.code).to.equal(1);
    trip.place.write({ 'plugins/things/migrations/001_things.js': tables });
  });

  it('is refused for a database in memory, a missing folder and an empty database', async () => {
    const nowhere = { DATABASE_URL: '', DATA_DIR: trip.file('empty') };
    const backup = async (env: NodeJS.ProcessEnv) =>
      (await trip.place.lecternWith(env, 'backup', '--out', trip.file('m.backup'))).err;
    expect(await backup({ ...nowhere, DATA_DIR: 'memory' })).to.include('nothing to back up');
    expect(await backup(nowhere)).to.include(`There is no embedded database in ${trip.file('empty')}`);
    expect(existsSync(trip.file('empty'))).to.equal(false);
    await trip.place.createDatabase(nowhere);
    expect(await backup(nowhere))
      .to.include('holds no tables of Lectern')
      .and.include('DATA_DIR');
    expect(existsSync(trip.file('m.backup'))).to.equal(false);
  });

  it('restores the tables of a module that was renamed after the backup', async () => {
    renameSync(trip.file('plugins/things'), trip.file('plugins/objects'));
    const renamed = manifest('objects', { formerly: 'things', requires: { database: '*' } });
    trip.place.write({ 'plugins/objects/module.json': renamed });
    const { code, out, err } = await trip.restore(trip.elsewhere(), 'p.backup', '--replace', '--yes', '--json');
    expect(code, err).to.equal(0);
    expect(JSON.parse(out)).to.deep.include({ pending: [], remarks: [] }).and.nested.include({ 'tables.things': 1201 });
  });
});
