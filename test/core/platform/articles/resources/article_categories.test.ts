import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';

const intStrings = ['id', 'weight', 'publishArticle', 'published', 'parentId', 'depth'];
const fields = [
  'id',
  'name',
  'code',
  'weight',
  'publishArticle',
  'seoTitle',
  'seoKeyword',
  'seoDesc',
  'published',
  'parentId',
  'createdTime',
  'depth',
];

describe('Article categories', () => {
  const platform = started(startPlatform);

  const student = prepared(() => platform.as('student'));

  const get = (path = '/api/article_categories') => platform.api.get(path).set(student);
  const tree = ({ data }: { data: Record<string, string>[] }) => data.map(({ id, depth }) => [id, depth]);

  it('have every field of the specification in its type, and no other', async () => {
    const { body } = await get().expect(200);
    for (const category of body.data) {
      expect(Object.keys(category)).to.deep.equal(fields);
      for (const name of fields) expect(category[name]).to.be.a('string');
      for (const name of intStrings) expect(category[name]).to.match(/^\d+$/);
      expect(category.createdTime).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/);
    }
  });

  it('form a tree, listed depth first, without unpublished ones', async () => {
    const { body, headers } = await get().expect(200);
    expect(tree(body)).to.deep.equal([
      ['1', '1'],
      ['4', '2'],
      ['8', '3'],
      ['9', '3'],
      ['5', '2'],
      ['2', '1'],
      ['6', '2'],
      ['3', '1'],
    ]);
    expect(body.paging).to.deep.equal({ total: 8, offset: 0, limit: 10 });
    expect(headers['x-total-count']).to.equal('8');
  });

  it('do not hide their subcategories and articles when they are unpublished', async () => {
    const { database } = platform.kernel.services;
    await database.table('article_categories').where({ id: 4 }).update({ published: false });
    const { body } = await get().expect(200);
    expect(tree(body).slice(0, 4)).to.deep.equal([
      ['1', '1'],
      ['8', '3'],
      ['9', '3'],
      ['5', '2'],
    ]);
    expect((await get('/api/articles?categoryId=4')).body.paging.total).to.be.above(0);
    expect((await get('/api/articles?categoryId=7')).body.paging.total).to.be.above(0);
    await database.table('article_categories').where({ id: 4 }).update({ published: true });
  });

  it('are sorted by weight among their siblings, then by id', async () => {
    const { database } = platform.kernel.services;
    await database.table('article_categories').where({ id: 3 }).update({ weight: -1 });
    await database.table('article_categories').where({ id: 1 }).update({ weight: 2 });
    const { body } = await get().expect(200);
    expect(
      tree(body)
        .filter(([, depth]) => depth === '1')
        .map(([id]) => id),
    ).to.deep.equal(['3', '1', '2']);
  });
});
