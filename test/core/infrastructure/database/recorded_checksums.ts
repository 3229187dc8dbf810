import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Database } from '../../../../core/infrastructure/database/database.ts';
import type { ModuleMigrations } from '../../../../core/hosting/internals.ts';
import { Migrations } from '../../../../core/infrastructure/database/index.ts';
import { file, migrating, moduleOf } from './shop_migrations.ts';
import { failureOf } from './support.ts';

/** Tests of files that differ from their applied text, and of records with the earlier form of checksum. */
export function testRecordedChecksums(): void {
  let database: Database;
  let migrations: Migrations;
  let lines: string[];

  migrating((made) => {
    lines = [];
    const log = (level: string) => (_: object, message: string) => void lines.push(`${level}: ${message}`);
    const logger = { info: log('info'), warn: log('warn'), error: log('error') };
    database = made.database;
    migrations = new Migrations({ database, logger });
  });

  const shop = (text: string) => moduleOf(file('001', {}, text));
  const checksum = async () => (await database.table<{ checksum: string }>('lectern_migrations').first())?.checksum;
  const recordEarlier = async (text: string) =>
    database.table('lectern_migrations').update({ checksum: createHash('sha256').update(text).digest('hex') });
  const linesOf = async (module: ModuleMigrations) => {
    lines = [];
    expect(await migrations.up(module)).to.deep.equal([]);
    return lines;
  };

  it('accepts a changed comment and renews the record once', async () => {
    await migrations.up(shop('run(1);'));
    const changed = shop('// One.\nrun(1);');
    expect(await migrations.pending([changed])).to.deep.equal([]);
    expect(await linesOf(changed)).to.deep.equal([
      "info: Checksum of migration '001' of module 'shop' (/somewhere/migrations/001.ts) renewed: its code is unchanged",
    ]);
    expect(await linesOf(changed)).to.deep.equal([]);
  });

  it('renews an earlier record of the same text', async () => {
    await migrations.up(shop('run(1);'));
    const present = await checksum();
    await recordEarlier('run(1);');
    expect(await migrations.pending([shop('run(1);')])).to.deep.equal([]);
    expect((await linesOf(shop('run(1);'))).join())
      .to.contain('info')
      .and.contain('its code is unchanged');
    expect(await checksum()).to.equal(present);
  });

  it('accepts an earlier record of another text once, with a warning', async () => {
    await migrations.up(shop('run(1);'));
    await recordEarlier('run(1);');
    const changed = shop('// One.\nrun(1);');
    expect(await migrations.status([changed])).to.deep.equal([{ module: 'shop', name: '001', state: 'applied' }]);
    expect((await linesOf(changed)).join())
      .to.contain('warn')
      .and.contain('could not be compared');
    expect(await linesOf(changed)).to.deep.equal([]);
    expect((await failureOf(migrations.up(shop('run(2);')))).message).to.contain('was changed after it was applied');
  });
}
