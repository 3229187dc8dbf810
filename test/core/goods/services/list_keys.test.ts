import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { Installation, manifest } from '../../../support/installation.ts';
import { startOwnPlatform, type Platform } from '../../../support/platform.ts';
import { idsOf, type Row } from '../../courses/support.ts';

/** Votes of courses: courses 4, 17 and 38 have some, all others none. */
const migration = `
export async function up(knex) {
  await knex.raw('create table votes (course_id bigint primary key, votes integer not null)');
  await knex.raw('insert into votes values (4, 7), (17, 9), (38, 7)');
}
export async function down(knex) {
  await knex.raw('drop table votes');
}`;

const services = `
import { asValue, contributes, extendShape, field, input } from 'lectern';
import { course } from 'lectern/core';

const votes = '(select votes from votes where course_id = courses.id)';
export default {
  votes: extendShape(course, 'public', ({ database }) => ({
    fields: { votes: field.nullable(field.int('Number of votes.')) },
    resolve: async (courses) => {
      const rows = await database.table('votes').whereIn('course_id', courses.map(({ id }) => id));
      return courses.map(({ id }) => ({ votes: rows.find((row) => String(row.course_id) === String(id))?.votes ?? null }));
    },
  })),
  voteLists: contributes('listKeys', asValue({
    list: 'courses',
    sorts: { votes: { sql: 'select course_id, votes from votes', type: 'integer' } },
    input: { atLeast: input.optional(input.integer({ description: 'Only courses with this number of votes.' })) },
    where: (query, { atLeast }) => void query.whereRaw(votes + ' >= ?', [atLeast]).orWhere('status', 'draft'),
  })),
};`;

describe('Sort keys and conditions that a plugin adds to lists of courses', () => {
  const installation = new Installation({
    'plugins/votes/module.json': manifest('votes', { requires: { courses: '*', database: '*' } }),
    'plugins/votes/migrations/001_votes.js': migration,
    'plugins/votes/services.js': services,
  });
  let platform: Platform;

  before(async () => {
    platform = await startOwnPlatform({}, [join(installation.root, 'plugins/votes')]);
  });
  after(async () => {
    await platform.stop();
    await installation.clear();
  });

  const page = async (query: string) => platform.api.get(`/api/courses?${query}`).expect(200);

  it('sort by the value, with the rows without one as the smallest', async () => {
    const { body } = await page('sort=-votes&limit=4&fields=id,votes');
    expect(body.data.slice(0, 3)).to.deep.equal([
      { id: '17', votes: 9 },
      { id: '38', votes: 7 },
      { id: '4', votes: 7 },
    ]);
    expect(body.data[3].votes).to.equal(null);
    const rising = (await page('sort=votes&limit=100&fields=votes')).body.data as Row[];
    expect(rising.slice(-3).map(({ votes }) => votes)).to.deep.equal([7, 7, 9]);
  });

  it('sort together with keys of the list', async () => {
    expect(idsOf(await page('sort=-votes,price&limit=3'))).to.deep.equal(['17', '4', '38']);
  });

  it('are the same page by page, after a cursor and for every status', async () => {
    const admin = await platform.as('admin');
    for (const headers of [{}, admin]) {
      for (const sort of ['-votes', 'votes', '-votes,price', 'price,votes']) {
        const whole = await platform.api.get(`/api/courses?sort=${sort}&limit=100`).set(headers).expect(200);
        const found: string[] = [];
        for (let after: string | null = ''; after !== null;) {
          const path: string = `/api/courses?sort=${sort}&limit=7&after=${after}`;
          const answer = await platform.api.get(path).set(headers).expect(200);
          found.push(...idsOf(answer));
          after = answer.body.paging.next;
        }
        expect(found, sort).to.deep.equal(idsOf(whole));
      }
    }
  });

  it('narrow the list and its total, and never widen it', async () => {
    const { body } = await page('atLeast=7&sort=votes');
    expect(body.data.map(({ id }: Row) => id)).to.deep.equal(['4', '38', '17']);
    expect(body.paging.total).to.equal(3);
  });

  it('apply to the lists of other plugins that pass on their input', async () => {
    const { body } = await platform.api.get('/api/plugins/vip/vip_courses?sort=-votes&atLeast=1&limit=100');
    const listed = (await platform.api.get('/api/plugins/vip/vip_courses?limit=100')).body as Row[];
    const voted = listed.filter(({ votes }) => votes !== null).map(({ votes }) => votes as number);
    expect(body.map(({ votes }: Row) => votes)).to.deep.equal(voted.sort((a, b) => b - a));
  });

  it('stand in the OpenAPI document with their plugin', async () => {
    const { body } = await platform.api.get('/api/openapi.json').expect(200);
    const { parameters } = body.paths['/api/courses'].get as { parameters: Row[] };
    const origin = { layer: 'plugins', module: 'votes', file: 'plugins/votes/services.js' };
    const sort = parameters.find(({ name }) => name === 'sort')?.['schema'];
    expect(sort['pattern']).to.include('|votes)');
    expect(sort['x-origins'].votes).to.include({ layer: 'plugins', module: 'votes' });
    const atLeast = parameters.find(({ name }) => name === 'atLeast')?.['schema'];
    expect(atLeast['x-origin']).to.include({ layer: origin.layer, module: origin.module });
    await platform.api.get('/api/courses?sort=unknown').expect(422);
    await platform.api.get('/api/course_sets?sort=votes').expect(422);
  });
});
