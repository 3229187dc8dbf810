import { expect } from 'chai';
import { manifest } from '../../../../support/installation.ts';
import { startWithPlugins } from '../../../../support/platform.ts';
import { idsOf, type Row } from '../../../platform/courses/support.ts';
import { started } from '../../../../support/started.ts';

/** Votes of courses 4, 17 and 38, of articles 3, 5 and 9, and of exercises 1 and 4; all others have none. */
const migration = `
export async function up(knex) {
  await knex.raw('create table votes (list text, id bigint, votes integer not null, primary key (list, id))');
  await knex.raw(\`insert into votes values ('courses', 4, 7), ('courses', 17, 9), ('courses', 38, 7),
    ('articles', 3, 1), ('articles', 5, 2), ('articles', 9, 3), ('item_bank_exercises', 1, 5), ('item_bank_exercises', 4, 6)\`);
}
export async function down(knex) {
  await knex.raw('drop table votes');
}`;

const services = `
import { asValue, contributes, extendShape, field, input } from 'lectern';
import { article, course, itemBankExercise } from 'lectern/core';

const addedTo = (list, shape) => ({
  [list + 'Votes']: extendShape(shape, 'public', ({ database }) => ({
    fields: { votes: field.nullable(field.int('Number of votes.')) },
    resolve: async (objects) => {
      const rows = await database.table('votes').where({ list }).whereIn('id', objects.map(({ id }) => id));
      return objects.map(({ id }) => ({ votes: rows.find((row) => String(row.id) === String(id))?.votes ?? null }));
    },
  })),
  [list + 'VoteKeys']: contributes('listKeys', asValue({
    list,
    sorts: { votes: { sql: "select id, votes from votes where list = '" + list + "'", type: 'integer' } },
    input: { atLeast: input.optional(input.integer({ description: 'Only objects with this number of votes.' })) },
    where: (query, { atLeast }) => void query
      .whereRaw('(select votes from votes where list = ? and votes.id = ' + list + '.id) >= ?', [list, atLeast])
      .orWhere('status', 'draft'),
  })),
});
export default {
  ...addedTo('courses', course),
  ...addedTo('articles', article),
  ...addedTo('item_bank_exercises', itemBankExercise),
};`;

describe('List keys of a plugin', () => {
  const platform = started(() =>
    startWithPlugins({
      'votes/module.json': manifest('votes', { requires: { courses: '*', database: '*' } }),
      'votes/migrations/001_votes.js': migration,
      'votes/services.js': services,
    }),
  );

  const page = async (query: string) => platform.api.get(`/api/courses?${query}`).expect(200);

  it('sort by their value, with rows without a value as the smallest', async () => {
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

  it('combine with sort keys of the list', async () => {
    expect(idsOf(await page('sort=-votes,price&limit=3'))).to.deep.equal(['17', '4', '38']);
  });

  it('give the same order by cursor as in one page, for guests and managers', async () => {
    const admin = await platform.as('admin');
    for (const headers of [{}, admin]) {
      for (const sort of ['-votes', 'votes', '-votes,price', 'price,votes']) {
        const whole = await platform.api.get(`/api/courses?sort=${sort}&limit=100`).set(headers).expect(200);
        const found: string[] = [];
        for (let after: string | null = ''; after !== null;) {
          // The first page ends between equal numbers of votes.
          const path: string = `/api/courses?sort=${sort}&limit=${after ? 15 : 2}&after=${after}`;
          const answer = await platform.api.get(path).set(headers).expect(200);
          found.push(...idsOf(answer));
          after = answer.body.paging.next;
        }
        expect(found, sort).to.deep.equal(idsOf(whole));
      }
    }
  });

  it('filter the list and its total without adding rows', async () => {
    const { body } = await page('atLeast=7&sort=votes');
    expect(body.data.map(({ id }: Row) => id)).to.deep.equal(['4', '38', '17']);
    expect(body.paging.total).to.equal(3);
  });

  it('apply to the lists of other plugins that pass on their input', async () => {
    const { body } = await platform.api.get('/api/plugins/vip/vip_courses?sort=-votes&atLeast=1&limit=100');
    const listed = (await platform.api.get('/api/plugins/vip/vip_courses?limit=100')).body as Row[];
    const voted = listed.filter(({ votes }) => votes !== null).map(({ votes }) => votes as number);
    expect(voted).to.have.length.above(0);
    expect(body.map(({ votes }: Row) => votes)).to.deep.equal(voted.sort((a, b) => b - a));
  });

  for (const [list, sorts, voted] of [
    ['articles', ['-votes', 'votes,normal', '-votes,popular', 'created'], ['9', '5', '3']],
    ['item_bank_exercises', ['-votes', 'votes', '-votes,price', 'price,votes'], ['4', '1']],
  ] as const) {
    it(`sort and filter ${list} by cursor, for students and managers`, async () => {
      const manager = await platform.as('admin');
      for (const headers of [await platform.as('student'), manager]) {
        const get = (query: string) => platform.api.get(`/api/${list}?${query}`).set(headers).expect(200);
        const listed = async (query: string) => {
          const { body, headers: given } = await get(query);
          return {
            ids: idsOf({ body: { data: body.data ?? body } }),
            next: given['x-next-cursor'] ?? body.paging.next,
          };
        };
        expect((await listed('sort=-votes')).ids.slice(0, voted.length)).to.deep.equal(voted);
        expect((await listed('sort=votes&limit=100')).ids.slice(-voted.length)).to.deep.equal(voted.toReversed());
        // The condition also selects drafts, which only managers see.
        const narrowed = (await listed('atLeast=2&sort=-votes')).ids.filter((id) => headers !== manager || id !== '2');
        expect(narrowed).to.deep.equal(voted.slice(0, 2));
        for (const sort of sorts) {
          const found: string[] = [];
          for (let after: string | null = ''; after !== null;) {
            const { ids, next }: { ids: string[]; next: string | null } = await listed(
              `sort=${sort}&limit=${after ? 15 : 2}&after=${after}`,
            );
            found.push(...ids);
            after = next ?? null;
          }
          expect(found, sort).to.deep.equal((await listed(`sort=${sort}&limit=100`)).ids);
        }
      }
    });
  }

  it('combine with a named order of articles only at the end', async () => {
    const student = await platform.as('student');
    const listed = async (sort: string) =>
      idsOf({
        body: { data: (await platform.api.get(`/api/articles?limit=100&sort=${sort}`).set(student)).body.data },
      });
    const voted = ['9', '5', '3'];
    const popular = await listed('popular');
    expect(await listed('-votes,popular')).to.deep.equal([...voted, ...popular.filter((id) => !voted.includes(id))]);
    for (const sort of ['-popular', 'popular,votes', 'popular,normal', 'unknown'])
      await platform.api.get(`/api/articles?sort=${sort}`).set(student).expect(422);
  });

  it('appear in the OpenAPI document with their plugin', async () => {
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
