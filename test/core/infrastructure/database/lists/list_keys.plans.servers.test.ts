import { expect } from 'chai';
import { manifest } from '../../../../support/installation.ts';
import { stepsOf } from '../../../../support/plans.ts';
import { startWithPlugins } from '../../../../support/platform.ts';
import { sentBy } from '../../../platform/courses/support.ts';
import { started } from '../../../../support/started.ts';

const ROWS = 20_000;

const services = `
import { asValue, contributes, extendShape, field } from 'lectern';
import { course } from 'lectern/core';
export default {
  votes: extendShape(course, 'public', () => ({
    fields: { votes: field.int('Votes.') }, resolve: (courses) => courses.map(() => ({ votes: 0 })),
  })),
  voteKeys: contributes('listKeys', asValue({
    list: 'courses',
    sorts: { votes: { sql: 'select course_id, votes from votes', type: 'integer' } },
  })),
};`;
const migration = `
export const up = (knex) => knex.raw('create table votes (course_id bigint primary key, votes integer not null)');
export const down = (knex) => knex.raw('drop table votes');`;

describe('Query plans of a list with a sort key of a plugin', () => {
  const platform = started(() =>
    startWithPlugins({
      'votes/module.json': manifest('votes', { requires: { courses: '*', database: '*' } }),
      'votes/migrations/001_votes.js': migration,
      'votes/services.js': services,
    }),
  );

  before(async () => {
    const { database } = platform.kernel.services;
    await database.raw(
      `insert into courses (id, title, search_grams, status, course_set_id, summary)
       select 1000 + n, 'Lesson ' || n, '{}', 'published', 1, repeat('About it. ', 30) from generate_series(1, ${ROWS}) n`,
    );
    await database.raw('insert into votes select id, id * 7919 % 1000 from courses where id > 1000');
    for (const table of ['courses', 'votes']) await database.raw(`vacuum analyze ${table}`);
  });
  for (const query of ['sort=-votes', 'sort=-votes&offset=15000', 'sort=votes,-createdTime', 'sort=-votes&after=']) {
    it(`read an index of courses, and only the rows of the page: ${query}`, async () => {
      const sent = await sentBy(() => platform.api.get(`/api/courses?${query}`).expect(200));
      const ordered = sent.filter(({ text }) => text.includes('votes') && text.includes('order by'));
      expect(ordered).to.have.length(1);
      const [steps = []] = await stepsOf(platform.services, ordered, { analyze: true });
      const read = steps.filter((step) => step['Relation Name'] === 'courses');
      expect(read.map((step) => step['Node Type'])).to.not.include('Seq Scan');
      expect(read.map((step) => step['Node Type'])).to.include('Index Only Scan');
      const page = read.find((step) => step['Index Name'] === 'courses_pkey')!;
      expect(page['Actual Rows']).to.be.at.most(11);
    });
  }
});
