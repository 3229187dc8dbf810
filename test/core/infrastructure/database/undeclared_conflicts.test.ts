import { expect } from 'chai';
import { Installation, manifest } from '../../../support/installation.ts';

/** A plugin that lets violated constraints pass. */
const lockers = {
  'config/default.json': JSON.stringify({ modules: { database: { dataDir: 'memory' } } }),
  'plugins/lockers/module.json': manifest('lockers', { requires: { database: '*' } }),
  'plugins/lockers/migrations/001_lockers.js': `export const up = async (knex) => {
    await knex.raw("create table halls (id bigint primary key)");
    await knex.raw("create table lockers (hall_id bigint references halls (id), front_label text, unique (hall_id, front_label))");
    await knex.raw("create unique index lockers_lower on lockers (lower(front_label))");
    await knex.raw("insert into halls values (1), (2)");
  }`,
  'plugins/lockers/resources/lockers.js': `import { defineResource, input, raw } from 'lectern';
    export default defineResource('/plugins/lockers/lockers', {
      uses: ['database'],
      add: { open: true, accepts: { hallId: input.id(), frontLabel: input.text() }, returns: [raw],
        run: async ({ database }, { input: { hallId, frontLabel } }) => {
          await database.table('lockers').insert({ hall_id: hallId, front_label: frontLabel });
          return {};
        } },
      remove: { open: true, returns: [raw], run: async ({ database }, { params: { id } }) => {
        await database.table('halls').where({ id }).delete();
        return {};
      } },
    });`,
};

describe('A violated constraint that no code catches', () => {
  const place = new Installation(lockers);
  let api: Awaited<ReturnType<Installation['serve']>>['api'];

  before(async () => {
    place.linkCore('database');
    const served = await place.serve();
    expect(served.kernel.failedPlugins.map(({ reason }) => reason)).to.deep.equal([]);
    ({ api } = served);
  });
  after(() => place.clear());

  const add = (hallId: string, frontLabel: string) =>
    api.post('/api/plugins/lockers/lockers').send({ hallId, frontLabel });
  const fieldsOf = (body: { error: { details?: { field: string }[] } }) =>
    body.error.details?.map(({ field }) => field);

  it('is a conflict that names the fields, without their values', async () => {
    await add('1', 'secret').expect(200);
    const { body, text } = await add('1', 'secret').expect(409);
    expect(body.error.code).to.equal(14);
    expect(fieldsOf(body)).to.deep.equal(['hallId', 'frontLabel']);
    expect(text).to.not.include('secret');
    expect(fieldsOf((await add('2', 'SECRET').expect(409)).body)).to.equal(undefined);
  });

  it('is a conflict for missing and for referenced rows', async () => {
    const { body } = await add('9', 'x').expect(409);
    expect([body.error.code, fieldsOf(body)]).to.deep.equal([14, ['hallId']]);
    await add('2', 'y').expect(200);
    const removed = await api.delete('/api/plugins/lockers/lockers/2').expect(409);
    expect([removed.body.error.code, fieldsOf(removed.body)]).to.deep.equal([14, undefined]);
  });

  it('is logged once, for the author', async () => {
    for (let n = 0; n < 3; n++) await add('1', 'secret').expect(409);
    const lines = place.logs.filter((line) =>
      line.includes('violated the constraint \\"lockers_hall_id_front_label_key\\"'),
    );
    expect(lines).to.have.length(1);
  });
});
