import { expect } from 'chai';
import { Installation, manifest, type Files } from '../../support/installation.ts';
import { makeTestDatabase, type TestDatabase } from '../../support/test_database.ts';
import { ended, files, probe } from '../infrastructure/events/support.ts';
import { telling, live, type LivePlace } from '../../support/live.ts';

/** A plugin that keeps a table and handles events; each test has one of its own. */
const echo = (name: string, word: string): Files => ({
  [`plugins/${name}/module.json`]: manifest(name, { requires: { events: '*' } }),
  [`plugins/${name}/migrations/001_echoes.js`]: `export const up = (knex) => knex.raw('create table ${name}_echoes (word text not null)');`,
  [`plugins/${name}/services.js`]: `
    import { asFunction, asValue } from 'lectern';
    export default {
      ${name}Echoes: asValue({ add: (event) => globalThis.eventProbe.told.push({ ...event, name: '${name}', word: '${word}' }) }),
      ${name}Table: asFunction(({ database }) => ({ tell: async () => Object.keys(await database.table('${name}_echoes').columnInfo()).sort().join() })),
    };`,
  [`plugins/${name}/subscribers/repeat.js`]: `
    import { subscribe } from 'lectern';
    export default subscribe('thing.made', ({ ${name}Echoes }) => (event) => ${name}Echoes.add(event));`,
  [`plugins/${name}/resources/columns.js`]: telling(`${name}Table`, `/plugins/${name}/columns`),
});

const names = ['failing', 'busy'];

describe('A plugin with a table, in a kernel that replaces another one', () => {
  let installation: Installation;
  let place: TestDatabase;
  let one: LivePlace;

  before(async () => {
    const { 'core/watch/subscribers/writes.js': _writes, 'core/watch/subscribers/speaks.js': _speaks, ...rest } = files;
    const plugins = names.map((name) => echo(name, 'first'));
    installation = new Installation(Object.assign({}, rest, ...plugins) as Files);
    installation.linkCore('database', 'jobs', 'events');
    place = await makeTestDatabase();
    const env = { ...place.env, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info' };
    const modules = { jobs: { enabled: false }, events: { pollSeconds: 0.02 } };
    one = await live(installation, { env, config: { modules } });
  });
  beforeEach(() => {
    probe.reset();
  });
  after(async () => {
    probe.reset();
    await installation.clear();
    await place.clear();
  });

  const columnsOf = async (name: string) => (await one.api.get(`/api/plugins/${name}/columns`).expect(200)).body.text;
  const toldTo = (name: string) => probe.told.filter((event) => (event as unknown as { name: string }).name === name);
  const loudness = (name: string, more = '') => ({
    [`plugins/${name}/migrations/002_loudness.js`]: `
      export const up = (knex) => knex.raw('alter table ${name}_echoes add column loudness int${more}');`,
  });

  it('keeps its former version and table when a migration fails, and gets the mended migration applied', async () => {
    const files = { ...echo('failing', 'second'), ...loudness('failing', '; select nothing') };
    expect(await one.edit(files)).to.match(/Migration '002_loudness' of module 'failing' failed and was rolled back/);
    expect(await columnsOf('failing')).to.equal('word');
    await one.api.post('/api/things').send({ name: 'a' }).expect(200);
    await ended(one);
    expect(toldTo('failing')).to.have.length(1);
    expect(toldTo('failing')[0]).to.include({ word: 'first' });
    expect(await one.edit(loudness('failing'))).to.equal(undefined);
    expect(await columnsOf('failing')).to.equal('loudness,word');
  });

  it('handles each event once, by the former or the new kernel', async () => {
    const things = Array.from({ length: 30 }, (_, index) => `thing ${index}`);
    const edits = (async () => {
      for (const word of ['second', 'third']) expect(await one.edit(echo('busy', word))).to.equal(undefined);
    })();
    for (const name of things) await one.api.post('/api/things').send({ name }).expect(200);
    await edits;
    await one.api.post('/api/things').send({ name: 'last' }).expect(200);
    await ended(one);
    const told = toldTo('busy');
    expect(told.map(({ payload }) => payload.name).sort()).to.deep.equal([...things, 'last'].sort());
    expect(told.find(({ payload }) => payload.name === 'last')).to.include({ word: 'third' });
  });
});
