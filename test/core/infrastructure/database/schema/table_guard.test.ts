import { join } from 'node:path';
import { expect } from 'chai';
import { Installation, manifest, offering, type Files } from '../../../../support/installation.ts';

const wanted = { database: '*', halls: '*' };
const halls = (name: string) => `${name} (id bigint primary key)`;

/** A plugin with a table and a service; and one that makes a statement, with an operation for each of `statements`. */
const plugins = (uses: object | undefined, statements: Record<string, string>, more: Files = {}): Files => ({
  'config/default.json': JSON.stringify({ modules: { database: { dataDir: 'memory' } } }),
  'plugins/halls/module.json': manifest('halls', { requires: { database: '*' }, ...offering('halls') }),
  'plugins/halls/migrations/001_halls.js': `export const up = (knex) => knex.raw('create table ${halls('halls')}');`,
  'plugins/halls/services.js': `import { asFunction } from 'lectern';
    const halls = ({ database }) => ({ all: () => database.table('halls').select('id') });
    export default { halls: asFunction(halls) };`,
  'plugins/lockers/module.json': manifest('lockers', { requires: wanted, ...(uses && { uses }) }),
  'plugins/lockers/migrations/001_lockers.js': `export const up = (knex) => knex.raw('create table ${halls('lockers')}');`,
  'plugins/lockers/resources/lockers.js': `import { defineResource, input, raw } from 'lectern';
    const statements = { ${Object.entries(statements)
      .map(([name, statement]) => `${name}: async ({ database, halls }) => ${statement}`)
      .join(',\n')} };
    export default defineResource('/plugins/lockers/lockers', {
      uses: ['database', 'halls'],
      add: { open: true, accepts: { name: input.text() }, returns: [raw], run: async (services, { input: { name } }) => {
        try {
          await statements[name](services);
          return { refused: '' };
        } catch (error) {
          return { refused: error.message };
        }
      } },
    });`,
  ...more,
});

const services = ['database', 'halls'];
const open = ['POST /plugins/lockers/lockers'];
const refusal = (verb: string, named = 'does not name') =>
  `The plugin lockers ${verb}s the table "halls" of the module "halls", which "uses" ${named}; ` +
  `add "tables": {"halls": "${verb}"} to "uses" in plugins/lockers/module.json, or use a service of the module "halls".`;

const reads = {
  table: `database.table('halls').select('id')`,
  joined: `database.table('lockers').join('halls', 'halls.id', 'lockers.id').select('halls.id')`,
  raw: `database.raw('select halls.id from lockers, public.halls')`,
  statement: `database.statement('select id from halls').all()`,
  built: `database.statement((q) => q('halls').select('id')).first()`,
  read: `database.read(database.knex('halls').select('id'))`,
  knex: `database.knex('halls').select('id')`,
  from: `database.knex.select('id').from('halls')`,
  reserved: `database.reserved.table('halls').select('id')`,
  transaction: `database.transaction(() => database.table('halls').select('id'))`,
};
const writes = {
  insert: `database.table('halls').insert({ id: 1 })`,
  rawly: `database.knex.raw('delete from halls')`,
  schema: `database.knex.schema.alterTable('halls', (table) => table.text('note'))`,
  atCommit: `database.transaction(() => database.atCommit(database.statement('delete from halls'), {}))`,
};

describe('The database of a plugin with "uses"', () => {
  const places: Installation[] = [];
  after(() => places.forEach((place) => place.clear()));

  const serve = async (files: Files) => {
    const place = new Installation(files);
    places.push(place);
    place.linkCore('database');
    const { kernel, api } = await place.serve();
    const answers = async (statements: object) =>
      Promise.all(
        Object.keys(statements).map(
          async (name) =>
            (await api.post('/api/plugins/lockers/lockers').send({ name }).expect(200)).body as { refused: string },
        ),
      );
    const refused = async (statements: object) => (await answers(statements)).map((one) => one.refused);
    return { failed: kernel.failedPlugins.map(({ reason }) => reason), refused };
  };

  it('refuses statements about tables of other modules that it does not name', async () => {
    const { failed, refused } = await serve(plugins({ services, open }, { ...reads, ...writes }));
    expect(failed).to.deep.equal([]);
    expect(await refused(reads)).to.deep.equal(Object.keys(reads).map(() => refusal('read')));
    expect(await refused(writes)).to.deep.equal(Object.keys(writes).map(() => refusal('write')));
  });

  it('refuses changes of tables that it names for reading', async () => {
    const uses = { services, open, tables: { halls: 'read' } };
    const { refused } = await serve(plugins(uses, { ...reads, ...writes }));
    expect(await refused(reads)).to.deep.equal(Object.keys(reads).map(() => ''));
    const named = refusal('write', 'names only for reading');
    expect(await refused(writes)).to.deep.equal(Object.keys(writes).map(() => named));
  });

  it('runs statements about its own tables, about those of no module, and of services of other modules', async () => {
    const free = {
      own: `database.table('lockers').insert({ id: 1 })`,
      none: `database.raw('with found as (select 1 as id) select id from found')`,
      service: `halls.all()`,
      inside: `database.transaction(() => halls.all())`,
    };
    const { refused } = await serve(plugins({ services, open }, free));
    expect(await refused(free)).to.deep.equal(['', '', '', '']);
  });

  it('knows the tables of earlier starts', async () => {
    const place = new Installation(plugins({ services, open }, reads));
    const dataDir = join(place.root, 'data');
    place.write({ 'config/default.json': JSON.stringify({ modules: { database: { dataDir } } }) });
    places.push(place);
    place.linkCore('database');
    await (await place.serve()).kernel.stop();
    const { api } = await place.serve();
    const { body } = await api.post('/api/plugins/lockers/lockers').send({ name: 'table' }).expect(200);
    expect(body).to.deep.equal({ refused: refusal('read') });
  });

  it('refuses nothing without "uses"', async () => {
    const { refused } = await serve(plugins(undefined, { ...reads, ...writes }));
    expect(await refused(writes)).to.deep.equal(Object.keys(writes).map(() => ''));
  });

  it('refuses migrations and demo data of the plugin', async () => {
    const changes = {
      'plugins/lockers/migrations/002_halls.js': `export const up = (knex) => knex.raw('alter table halls add column note text');`,
      'plugins/lockers/demo.js': `export default ({ database }) => database.table('halls').insert({ id: 1 });`,
    };
    for (const [file, text] of Object.entries(changes)) {
      const demo = {
        'config/default.json': JSON.stringify({ demo: true, modules: { database: { dataDir: 'memory' } } }),
      };
      const { failed } = await serve(plugins({ services, open }, {}, { [file]: text, ...demo }));
      expect(failed).to.have.length(1);
      expect(failed[0]).to.include(file).and.include(refusal('write').slice(0, -1));
    }
  });
});
