import { join } from 'node:path';
import { expect } from 'chai';
import { Installation, manifest } from '../../../support/installation.ts';
import { projectRoot, startOwnPlatform, type Platform } from '../../../support/platform.ts';
import { sentBy, type Row } from '../../platform/courses/support.ts';

const FIELDS = 10;
const names = Array.from({ length: FIELDS }, (_, index) => `count${index}`);

/** Adds ten fields to courses; the resolver of each sends one statement for all courses. */
const quizzes = {
  'plugins/quizzes/module.json': manifest('quizzes', { requires: { database: '*', courses: '*' } }),
  'plugins/quizzes/services.ts': `
    import { extendShape, field, type Services } from 'lectern';
    import { course } from 'lectern/core';
    import { courseCategoryTree } from '${projectRoot}/core/platform/courses/shapes/course_category.ts';
    const count = (name: string, place: number) =>
      extendShape(course, 'public', ({ database }: Services) => {
        const counts = database.statement<{ id: string; count: string }, { ids: readonly string[] }>((q, param) =>
          q.with('quizzes', q.raw('select 1')).from('courses').select('id', q.raw('id + ' + place + ' as count'))
            .whereRaw('id = any(?::bigint[])', [param('ids')]));
        return {
          fields: { [name]: field.int('Id of the course, plus a number.') },
          resolve: async (courses, call) => {
            const rows = await counts.all({ ids: courses.map(({ id }) => String(id)) }, call);
            const byId = new Map(rows.map(({ id, count }) => [String(id), Number(count)]));
            return courses.map(({ id }) => ({ [name]: byId.get(String(id)) ?? 0 }));
          },
        };
      });
    export default {
      ${names.map((name, place) => `${name}: count('${name}', ${place}),`).join('\n')}
      level: extendShape(courseCategoryTree, 'public', () => ({ fields: { level: field.int('Level.') }, 
        resolve: (nodes) => nodes.map(({ depth }) => ({ level: Number(depth) })),
      })),
    };`,
};

describe('Ten added fields on the platform', () => {
  let platform: Platform;
  const installation = new Installation(quizzes);

  before(async () => {
    platform = await startOwnPlatform({}, [join(installation.root, 'plugins/quizzes')]);
  });
  after(async () => {
    await platform.stop();
    await installation.clear();
  });

  const page = async (query = '') => {
    let rows: Row[] = [];
    const sent = await sentBy(async () => {
      rows = (await platform.api.get(`/api/courses?limit=100${query}`).expect(200)).body.data;
    });
    return { rows, own: sent.filter(({ text }) => text.includes('with "quizzes"')).length, all: sent.length };
  };

  it('send one statement each for a whole page', async () => {
    const { rows, own } = await page();
    expect(rows.length).to.be.greaterThan(30);
    for (const row of rows) expect(names.map((name) => row[name] - Number(row['id']))).to.deep.equal([...names.keys()]);
    expect(own).to.equal(FIELDS);
  });

  it('appear in every node of a tree', async () => {
    const { body } = await platform.api.get('/api/course_categories/tree').expect(200);
    const nodesBelow = (nodes: Row[]): Row[] => nodes.flatMap((node) => [node, ...nodesBelow(node['children'])]);
    const nodes = nodesBelow(body);
    expect(nodes.map(({ level }) => level)).to.deep.equal(nodes.map(({ depth }) => Number(depth)));
    expect(Math.max(...nodes.map(({ level }) => level))).to.be.greaterThan(1);
  });

  it('send statements only for the fields that `fields` selects', async () => {
    expect((await page('&fields=id,count3,count7')).own).to.equal(2);
    expect((await page('&fields=id,title')).own).to.equal(0);
  });
});
