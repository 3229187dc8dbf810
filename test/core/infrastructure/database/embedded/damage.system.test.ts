import { randomBytes } from 'node:crypto';
import { cpSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Installation } from '../../../../support/installation.ts';
import { projectRoot } from '../../../../support/platform.ts';
import { runBuilt } from '../../../cli/built_program.ts';

const MEGABYTE = 2 ** 20;

interface Damage {
  readonly name: string;
  /** Damages the files of a cluster. */
  readonly act: (folder: string) => void;
  readonly reason: RegExp;
}

/** Files of the tables that migrations have made, which have no name of their own in the folder. */
const tablesIn = (folder: string) =>
  readdirSync(join(folder, 'base/5'))
    .filter((name) => /^16\d{3}$/.test(name))
    .map((name) => join(folder, 'base/5', name));

const damages: readonly Damage[] = [
  {
    name: 'a truncated pg_control',
    act: (folder) => truncateSync(join(folder, 'global/pg_control')),
    reason: /could not read file "global\/pg_control"/,
  },
  {
    name: 'a zeroed pg_control',
    act: (folder) => writeFileSync(join(folder, 'global/pg_control'), Buffer.alloc(8192)),
    reason: /database files are incompatible with server/,
  },
  {
    name: 'a missing database',
    act: (folder) => rmSync(join(folder, 'base/5'), { recursive: true }),
    reason: /The database subdirectory "base\/5" is missing/,
  },
  {
    name: 'a missing PG_VERSION',
    act: (folder) => rmSync(join(folder, 'PG_VERSION')),
    reason: /the file PG_VERSION is missing/,
  },
  {
    name: 'an empty PG_VERSION',
    act: (folder) => writeFileSync(join(folder, 'PG_VERSION'), ''),
    reason: /the file PG_VERSION has no version/,
  },
  {
    name: 'a missing table',
    act: (folder) => rmSync(tablesIn(folder)[0] as string),
    reason: /the file base\/5\/16\d+ of the relation \w+ is missing/,
  },
  {
    name: 'a missing catalog',
    act: (folder) => rmSync(join(folder, 'base/5/2619')),
    reason: /could not open file "base\/5\/2619"/,
  },
  {
    name: 'random bytes in the write-ahead log',
    act: (folder) => {
      for (const name of readdirSync(join(folder, 'pg_wal')).filter((one) => one.startsWith('0')))
        writeFileSync(join(folder, 'pg_wal', name), randomBytes(MEGABYTE));
    },
    reason: /could not locate a valid checkpoint record/,
  },
];

describe('The damaged folder of an embedded database', function () {
  this.timeout(60_000);
  const place = new Installation({ 'core/README.md': '' });
  const sound = join(place.root, 'sound');

  before(async () => {
    place.link(join(projectRoot, 'core/infrastructure/database'), 'core/infrastructure/database');
    const { code, err } = await runBuilt(place.root, ['migrate', 'up'], { DATA_DIR: sound });
    expect(code, err).to.equal(0);
  });
  after(() => place.clear());

  const damaged = ({ act }: Pick<Damage, 'act'>) => {
    const folder = join(place.root, 'damaged');
    rmSync(folder, { recursive: true, force: true });
    cpSync(sound, folder, { recursive: true });
    act(join(folder, 'postgres'));
    return folder;
  };

  for (const damage of damages)
    it(`ends the start with one line that has reason and fix: ${damage.name}`, async () => {
      const folder = damaged(damage);
      const { code, out, err } = await runBuilt(place.root, ['start'], { DATA_DIR: folder });
      expect({ code, out }, err).to.deep.equal({ code: 1, out: '' });
      const [, reason = ''] =
        /^core\/infrastructure\/database\/services\.ts: the module cannot start: The embedded database in \S+\/damaged\/postgres is damaged \((.*)\)\. Move the folder away, then restore a backup with lectern restore <file>, or begin with a new database by npm start\.\n$/.exec(
          err,
        ) ?? [];
      expect(reason, err).to.match(damage.reason);
    });

  it('ends the start with one line that has reason and fix: random bytes in tables', async () => {
    const folder = damaged({
      act: (cluster) => {
        for (const file of tablesIn(cluster)) writeFileSync(file, randomBytes(8192));
      },
    });
    const { code, err } = await runBuilt(place.root, ['start'], { DATA_DIR: folder });
    expect(code, err).to.equal(1);
    expect(err).to.match(
      /^.*\(XX00[12]: invalid page in block 0 of relation "base\/5\/16\d+"\)\. Files of the database are damaged; restore a backup with lectern restore <file>\.\n$/,
    );
  });

  it('is no missing database for other commands', async () => {
    const folder = damaged({ act: (cluster) => rmSync(join(cluster, 'PG_VERSION')) });
    const { code, err } = await runBuilt(place.root, ['migrate', 'status'], { DATA_DIR: folder });
    expect(code).to.equal(1);
    expect(err).to.include('is damaged (the file PG_VERSION is missing)');
  });
});
