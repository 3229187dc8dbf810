import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { removePlugin } from '../../../../core/operations/packages/install.ts';
import { folderInCore } from '../../../../core/kernel/modules/layers.ts';
import { ask, makeTestDatabase, type TestDatabase } from '../../../support/test_database.ts';
import { manifest } from '../../../support/installation.ts';
import { projectRoot } from '../../../support/platform.ts';
import { runCommand } from '../../../support/command.ts';
import { installations } from '../../kernel/boot/support.ts';

const infrastructure = { name: 'infra', version: '1.0.0', lectern: { modules: 'core', load: 'required' } };
const files = {
  'package.json': JSON.stringify({ type: 'module', dependencies: { infra: '1.0.0' } }),
  'node_modules/infra/package.json': JSON.stringify(infrastructure),
  'plugins.json': JSON.stringify({ stall: { version: '1.0.0', source: 'folder' } }),
  'plugins/stall/module.json': manifest('stall', { requires: { database: '*' } }),
  'plugins/stall/migrations/001_wares.js': `
    export const up = (knex) => knex.raw("create table wares (name text); insert into wares values ('ink')");
    export const down = (knex) => knex.raw('drop table wares');`,
};

describe('lectern plugin remove --purge, where only the plugin requires the database', function () {
  this.timeout(60_000);
  const install = installations();
  let database: TestDatabase;

  beforeEach(async () => {
    database = await makeTestDatabase();
  });
  afterEach(() => database.clear());

  async function host() {
    const place = install(files);
    place.link(folderInCore(projectRoot, 'database') as string, 'node_modules/infra/core/database');
    const at = (path: string) => join(place.root, path);
    const given = 'DATABASE_URL' in database.env ? database.env : { DATA_DIR: at('.data') };
    const env = { NODE_ENV: 'development', ...given };
    const lectern = (...args: string[]) => runCommand({ root: place.root, env }, ...args);
    expect((await lectern('migrate', 'up')).code).to.equal(0);
    return { place, at, lectern, env };
  }

  it('exports and removes the data, then the plugin', async () => {
    const { at, lectern } = await host();
    const { out, err, code } = await lectern('plugin', 'remove', 'stall', '--purge', '--yes');
    expect(code, err).to.equal(0);
    expect(out).to.include('Its data is exported and removed first.');
    expect(out).to.match(/Removed stall: wares \(1\)\.\nExported to .*\nRemoved stall\. Restart to apply it\.\n$/s);
    expect(existsSync(at('plugins/stall'))).to.equal(false);
    const [folder = ''] = readdirSync(at('exports'));
    expect(readdirSync(join(at('exports'), folder)).sort()).to.deep.equal(['export.json', 'wares.jsonl']);
    if (database.env['DATABASE_URL'] === undefined) return;
    const tables = await ask(database.env['DATABASE_URL'], `select to_regclass('wares') as found`);
    expect(tables).to.deep.equal([{ found: null }]);
  });

  it('removes nothing when the purge fails, or is not confirmed', async () => {
    const { place, at, lectern, env } = await host();
    place.write({ exports: 'a file' });
    const failed = await lectern('plugin', 'remove', 'stall', '--purge', '--yes');
    expect(failed.err).to.include('exports');
    expect(failed.code).to.equal(1);
    const terms = { boot: { root: place.root, env }, confirm: () => Promise.resolve(true) };
    expect(await removePlugin(terms, 'stall', () => Promise.resolve(false))).to.equal(false);
    expect(existsSync(at('plugins/stall/module.json'))).to.equal(true);
    expect((await lectern('plugin', 'purge', 'stall', '--yes')).err).to.include('stall is enabled');
  });
});
