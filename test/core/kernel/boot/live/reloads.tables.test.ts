import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { Installation, manifest, type Files } from '../../../support/installation.ts';
import { makePlace, type Place } from '../../../support/place.ts';
import { projectRoot } from '../../../support/platform.ts';
import { ended, files, probe } from '../../events/support.ts';
import { telling, live, type LivePlace } from './support.ts';

const echo = (word: string): Files => ({
  'plugins/echo/module.json': manifest('echo', { requires: { events: '*' } }),
  'plugins/echo/migrations/001_echoes.js': `export const up = (knex) => knex.raw('create table echoes (word text not null)');`,
  'plugins/echo/services.js': `
    import { asFunction, asValue } from 'lectern';
    export default {
      echoes: asValue({ add: (event) => globalThis.eventProbe.told.push({ ...event, word: '${word}' }) }),
      echoTable: asFunction(({ database }) => ({ tell: async () => Object.keys(await database.table('echoes').columnInfo()).sort().join() })),
    };`,
  'plugins/echo/subscribers/repeat.js': `
    import { subscribe } from 'lectern';
    export default subscribe('thing.made', ({ echoes }) => (event) => echoes.add(event));`,
  'plugins/echo/resources/columns.js': telling('echoTable', '/plugins/echo/columns'),
});

describe('What a plugin that is exchanged has in the database', () => {
  let installation: Installation;
  let place: Place;
  let one: LivePlace;

  beforeEach(async () => {
    const { 'core/watch/subscribers/writes.js': _writes, 'core/watch/subscribers/speaks.js': _speaks, ...rest } = files;
    installation = new Installation({ ...rest, ...echo('first') });
    mkdirSync(join(installation.root, 'core'), { recursive: true });
    for (const name of ['database', 'jobs', 'events']) {
      installation.link(join(projectRoot, 'core', name), `core/${name}`);
    }
    place = await makePlace();
    const env = { ...place.env, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info' };
    const modules = { jobs: { enabled: false }, events: { pollSeconds: 0.02 } };
    one = await live(installation, { env, config: { modules } });
  });
  afterEach(async () => {
    probe.reset();
    await installation.clear();
    await place.clear();
  });

  const columns = '/api/plugins/echo/columns';
  const migration = 'plugins/echo/migrations/002_loudness.js';

  it('follows a new migration', async () => {
    await one.api.get(columns).expect(200, { text: 'word' });
    const up = `export const up = (knex) => knex.raw('alter table echoes add column loudness int');`;
    expect(await one.edit({ [migration]: up }, 'echo')).to.equal(undefined);
    await one.api.get(columns).expect(200, { text: 'loudness,word' });
  });

  it('stays when a migration fails, with the plugin as it was', async () => {
    const up = `export const up = (knex) => knex.raw('alter table echoes add column loudness int; select nothing');`;
    expect(await one.edit({ ...echo('second'), [migration]: up }, 'echo')).to.match(
      /Migration '002_loudness' of module 'echo' .* failed and was rolled back/,
    );
    await one.api.get(columns).expect(200, { text: 'word' });
    await one.api.post('/api/things').send({ name: 'a' }).expect(200);
    await ended(one);
    expect(probe.told).to.have.length(1);
    expect(probe.told[0]).to.include({ word: 'first' });
  });

  it('stays when a migration was edited that has run', async () => {
    const edited = {
      'plugins/echo/migrations/001_echoes.js': `export const up = (knex) => knex.raw('create table echoes (word int)');`,
    };
    expect(await one.edit(edited, 'echo')).to.include('001_echoes');
    await one.api.get(columns).expect(200, { text: 'word' });
  });

  it('is told of every event once, by the old one or the new one', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `thing ${index}`);
    const edits = (async () => {
      for (const word of ['second', 'third', 'fourth', 'fifth'])
        expect(await one.edit(echo(word), 'echo')).to.equal(undefined);
    })();
    for (const name of names) await one.api.post('/api/things').send({ name }).expect(200);
    await edits;
    await one.api.post('/api/things').send({ name: 'last' }).expect(200);
    await ended(one);
    expect(probe.told.map(({ payload }) => payload.name).sort()).to.deep.equal([...names, 'last'].sort());
    expect(probe.told.find(({ payload }) => payload.name === 'last')).to.include({ word: 'fifth' });
  });
});
