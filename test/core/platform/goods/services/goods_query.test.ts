import { gramsOf } from '../../../../../core/infrastructure/database/index.ts';
import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';
import { idsOf, kinds, type Row } from '../../courses/support.ts';

/** Titles by id. Characters with a meaning in patterns or in SQL are plain characters. */
const titles: Readonly<Record<string, string>> = {
  2: '100% sure',
  3: '100 percent sure',
  4: 'snake_case',
  5: 'snakeXcase',
  6: `it's "quoted"`,
  7: 'back\\slash',
  8: '微积分 入门',
  9: 'ÜBER alles',
  10: 'ab bc',
};
const searches: Readonly<Record<string, readonly string[]>> = {
  '100%': ['2'],
  '%': ['2'],
  e_c: ['4'],
  _: ['4'],
  "'": ['6'],
  [`'s "`]: ['6'],
  '\\': ['7'],
  '\\s': ['7'],
  '?': [],
  积分: ['8'],
  SURE: ['2', '3'],
  über: ['9'],
  'es a': [],
  's al': [],
  'R a': ['9'],
  // Each pair of its characters is in the tenth title, but not all of it.
  abc: [],
  'ab b': ['10'],
};

describe('Filters of goods', () => {
  const platform = started(startPlatform);

  before(async () => {
    const { database } = platform.kernel.services;
    for (const { table } of kinds) {
      for (const [id, title] of Object.entries(titles)) {
        await database
          .table(table)
          .where({ id })
          .update({ title, search_grams: gramsOf(title) });
      }
    }
  });

  const get = (path: string, query: object = {}) => platform.api.get(path).query({ limit: '100', ...query });
  const listed = async (path: string, query: object = {}): Promise<Row[]> =>
    (await get(path, query).expect(200)).body.data;

  for (const { path, draft } of kinds) {
    for (const [title, ids] of Object.entries(searches)) {
      it(`find ${ids.length} of ${path} by the title ${title}`, async () => {
        const answer = await get(path, { title, sort: 'createdTime' }).expect(200);
        expect(idsOf(answer)).to.deep.equal(ids);
        expect(answer.body.paging.total).to.equal(ids.length);
      });
    }

    it(`list ${path} of a category, where 0 and an empty value mean all`, async () => {
      const all = await listed(path);
      for (const categoryId of ['1', '2', '3']) {
        const expected = all.filter((row) => row['categoryId'] === categoryId);
        expect(expected).to.not.be.empty;
        expect(await listed(path, { categoryId })).to.deep.equal(expected);
      }
      for (const categoryId of ['0', '']) expect(await listed(path, { categoryId })).to.deep.equal(all);
      expect(await listed(path, { categoryId: '77' })).to.deep.equal([]);
    });

    it(`count matching ${path} only`, async () => {
      const { body } = await get(path, { categoryId: '1', limit: '1' }).expect(200);
      expect(body.data).to.have.length(1);
      expect(body.paging.total).to.equal((await listed(path, { categoryId: '1' })).length);
    });

    it(`are combined for ${path}, for managers too`, async () => {
      const admin = await platform.as('admin');
      const categoryId = String(Number(draft) % 4);
      const answer = await get(path, { categoryId, title: draft }).set(admin).expect(200);
      expect(idsOf(answer)).to.deep.equal([draft]);
      expect(answer.body.paging.total).to.equal(1);
      const others = await get(path, { categoryId: '2', title: draft }).set(admin);
      expect(idsOf(others).includes(draft)).to.equal(false);
    });
  }

  for (const [path, types] of [
    ['/api/courses', ['normal', 'live']],
    ['/api/course_sets', ['normal', 'live', 'liveOpen', 'open']],
  ] as const) {
    it(`list ${path} of a type`, async () => {
      const all = await listed(path);
      for (const type of types) {
        const expected = all.filter((row) => row['type'] === type);
        expect(expected).to.not.be.empty;
        expect(await listed(path, { type })).to.deep.equal(expected);
      }
    });
  }

  it('of classrooms ignore type and status', async () => {
    expect(await listed('/api/classrooms', { type: 'live', status: 'draft' })).to.have.length(11);
  });
});
