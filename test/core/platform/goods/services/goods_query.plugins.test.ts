import { expect } from 'chai';
import { manifest } from '../../../../support/installation.ts';
import { startWithPlugins } from '../../../../support/platform.ts';
import { idsOf } from '../../courses/support.ts';
import { started } from '../../../../support/started.ts';

const migration = `
export async function up(knex) {
  await knex.raw('create table badges (course_id bigint primary key, name text not null)');
}
export async function down(knex) {
  await knex.raw('drop table badges');
}`;

const demo = `
export default async function demo({ database }) {
  await database.table('badges').insert([4, 17, 39].map((id) => ({ course_id: id, name: 'badge ' + id })));
}`;

/** Courses with a badge; with `open=1` a condition that would open drafts, if it could. */
const resource = `
import { defineResource, field, input, pageOf, paging, shape } from 'lectern';
const badged = shape('BadgedCourse').mode('public', {
  id: field.intString('Id.'),
  price: field.money('Price.'),
  badge: field.nullable(field.text('Badge.')),
  teachers: field.int('How many.'),
});
const badge = '(select name from badges where course_id = courses.id)';
const has = (query) => query.whereRaw('exists (select from badges where course_id = courses.id)');
const or = (query) => query.where('status', 'draft').orWhere('price', '<', 2000);

export default defineResource('/plugins/badges/courses', {
  uses: ['courses'],
  search: {
    open: true,
    accepts: { sort: input.sort(['price']), open: input.bool({ default: false }), ...paging },
    returns: [pageOf(badged), 'public'],
    async run({ courses }, { input: { open, ...query } }) {
      const page = await courses.list({ ...query, status: 'published', where: open ? or : has, columns: { badge } });
      return { ...page, data: page.data.map((row) => ({ ...row, teachers: row.teachers.length })) };
    },
  },
});`;

describe('A plugin that adds a condition and a column to lists of courses', () => {
  const platform = started(() =>
    startWithPlugins({
      'badges/module.json': manifest('badges', { requires: { courses: '*', database: '*' } }),
      'badges/migrations/001_badges.js': migration,
      'badges/demo.js': demo,
      'badges/resources/courses.js': resource,
    }),
  );

  it('lists and counts the courses that match its condition', async () => {
    const { body } = await platform.api.get('/api/plugins/badges/courses?sort=price').expect(200);
    expect(body.data).to.deep.equal([
      { id: '4', price: '40.00', badge: 'badge 4', teachers: 1 },
      { id: '17', price: '170.00', badge: 'badge 17', teachers: 1 },
    ]);
    expect(body.paging.total).to.equal(2);
  });

  it('cannot list drafts by an "or" in its condition', async () => {
    const answer = await platform.api.get('/api/plugins/badges/courses?open=1').expect(200);
    expect(idsOf(answer)).to.deep.equal(['40', '1']);
    expect(answer.body.paging.total).to.equal(2);
    expect(answer.body.data[0].badge).to.equal(null);
  });
});
