import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { runCommand } from '../../support/command.ts';
import { manifest } from '../../support/installation.ts';
import { projectRoot } from '../../support/platform.ts';
import { FixtureInstallation } from './fixture_installation.ts';

/** Command lines that use existing data. */
const using = [
  'backup --out m.backup',
  'ledger:check',
  'migrate down --module vip --yes',
  'migrate plan',
  'migrate status',
  'orders:close-expired',
  'outbox',
  'payments:payout 4 9.90 --reference B-1',
  'plugin purge vip --yes',
  'plugin restore exports/vip',
  'token student',
  'user create ada --role super_admin',
  'user list',
  'user roles student admin',
  'vip:member student',
];

describe('A command without its database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-'));
  const dataDir = join(folder, 'data');
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const refused =
    `There is no embedded database in ${dataDir}, and this command creates none; ` +
    'set DATA_DIR or DATABASE_URL to the value that the server uses, or create a database with npm start.\n';
  const run = (line: string, more: NodeJS.ProcessEnv = {}) =>
    runCommand(
      { root: projectRoot, env: { NODE_ENV: 'test', DATA_DIR: dataDir, ...more }, piped: 'a long password' },
      ...line.split(' '),
    );

  it('is refused with the folder and the fix, and creates nothing', async () => {
    const others: object[] = [];
    for (const line of using) {
      const { code, out, err } = await run(line);
      if (code !== 1 || out !== '' || err !== refused) others.push({ line, code, out, err });
    }
    expect(others).to.deep.equal([]);
    expect(existsSync(dataDir)).to.equal(false);
  });

  it('shows unknown tables and ends with 1 if it is plugin list', async () => {
    const { code, out, err } = await run('plugin list');
    expect(code, err).to.equal(1);
    expect(out).to.match(/^vip .* \? /m);
    expect(err).to.equal(`The tables could not be read: ${refused}`);
    expect(existsSync(dataDir)).to.equal(false);
  });

  it('is refused in production, too', async () => {
    const production = { NODE_ENV: 'production', JWT_SECRET: 'k'.repeat(40) };
    expect((await run('token student', production)).err).to.include('so production refuses it. Set DATABASE_URL');
    const allowed = { ...production, LECTERN_ALLOW_EMBEDDED: 'true' };
    expect((await run('token student', allowed)).err).to.equal(refused);
    expect(existsSync(dataDir)).to.equal(false);
  });
});

describe('The database of a command', () => {
  let place: FixtureInstallation;
  before(async () => {
    place = await FixtureInstallation.make({
      'package.json': '{"type": "module"}',
      'plugins/notes/module.json': manifest('notes', { requires: { database: '*' } }),
      'plugins/notes/migrations/001_notes.js':
        "export const up = (knex) => knex.raw('create table notes (id int primary key)');",
      'plugins/notes/demo.js': "export default ({ database }) => database.table('notes').insert({ id: 7 });",
    });
  });
  after(() => place.clear());

  it('is created by migrate up, demo and seed, which print its folder', async () => {
    for (const line of ['migrate up', 'demo', 'seed --scale 1']) {
      const folder = join(place.root, line);
      const run = () => place.lecternWith({ DATA_DIR: folder }, ...line.split(' '));
      const { code, err } = await run();
      expect([code, err]).to.deep.equal([0, `Database: embedded, created in ${folder}\n`]);
      expect((await run()).err).to.equal(`Database: embedded, ${folder}\n`);
    }
  });

  it('gets the demo data once', async () => {
    expect((await place.lectern('demo')).out).to.equal('Loaded the demo data of notes.\n');
    expect((await place.lectern('demo')).out).to.equal('All demo data is loaded already.\n');
  });

  it('is reported as lost afterwards if it is in memory', async () => {
    const { code, err } = await place.lecternWith({ DATA_DIR: 'memory' }, 'outbox');
    expect([code, err]).to.deep.equal([0, 'Database: embedded, in memory, lost at the end of the command\n']);
  });
});
