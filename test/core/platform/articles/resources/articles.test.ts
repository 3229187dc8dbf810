import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';

type Row = Record<string, any>;

/** Sort keys of an article by the value of the parameter `sort`, computed from the answer. */
const orders: Readonly<Record<string, (row: Row) => readonly number[]>> = {
  created: ({ createdTime }) => [Date.parse(createdTime)],
  updated: ({ updatedTime }) => [Date.parse(updatedTime)],
  published: ({ sticky, publishedTime }) => [Number(sticky), publishedTime ?? -Infinity],
  normal: ({ publishedTime }) => [publishedTime ?? -Infinity],
  popular: ({ hits }) => [Number(hits)],
};

function inOrder(rows: readonly Row[], keysOf: (row: Row) => readonly number[]): string[] {
  const keyed = rows.map((row) => ({ id: row['id'] as string, keys: [...keysOf(row), Number(row['id'])] }));
  keyed.sort(
    (a, b) =>
      b.keys
        .map((key, index) => key - a.keys[index]!)
        .find((difference) => difference !== 0 && !Number.isNaN(difference)) ?? 0,
  );
  return keyed.map(({ id }) => id);
}

const types: Readonly<Record<string, (value: any) => boolean>> = {
  intString: (value) => typeof value === 'string' && /^(0|[1-9]\d*)$/.test(value),
  text: (value) => typeof value === 'string',
  datetime: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/.test(value),
  timestamp: (value) => Number.isInteger(value) && value > 1e9,
  texts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
};

const fieldTypes: Readonly<Record<string, string>> = {
  id: 'intString',
  title: 'text',
  categoryId: 'intString',
  tagIds: 'text',
  source: 'text',
  sourceUrl: 'text',
  publishedTime: 'timestamp',
  body: 'text',
  thumb: 'text',
  originalThumb: 'text',
  picture: 'text',
  status: 'text',
  hits: 'intString',
  featured: 'intString',
  promoted: 'intString',
  sticky: 'intString',
  postNum: 'intString',
  upsNum: 'intString',
  userId: 'intString',
  createdTime: 'datetime',
  updatedTime: 'datetime',
  orgId: 'text',
  orgCode: 'text',
  tags: 'texts',
};

describe('Articles', () => {
  const platform = started(startPlatform);
  let shown: Row[];

  const student = prepared(() => platform.as('student'));
  const admin = prepared(() => platform.as('admin'));

  before(async () => {
    shown = (await get('/api/articles?limit=100').expect(200)).body.data;
  });

  const get = (path: string, who = student) => platform.api.get(path).set(who);
  const ids = (rows: readonly Row[]) => rows.map(({ id }) => id as string);

  it('have every field of the specification in its type, and no other', () => {
    expect(shown).to.have.length(58);
    for (const article of shown) {
      expect(Object.keys(article)).to.deep.equal(Object.keys(fieldTypes));
      for (const [name, type] of Object.entries(fieldTypes)) {
        expect(types[type]!(article[name]), `${name}: ${JSON.stringify(article[name])}`).to.equal(true);
      }
    }
  });

  it('are equal alone and in the list', async () => {
    for (const id of ['1', '5', '60']) {
      expect((await get(`/api/articles/${id}`).expect(200)).body).to.deep.equal(shown.find((row) => row['id'] === id));
    }
  });

  it('show addresses in their body and picture as absolute ones', async () => {
    const { database } = platform.kernel.services;
    await database
      .table('articles')
      .where({ id: 20 })
      .update({ body: '<img src="/files/a.png">', picture: '/files/a.png' });
    const { body } = await get('/api/articles/20').expect(200);
    expect(body.body).to.equal(`<img src="${platform.url}/files/a.png">`);
    expect(body.picture).to.equal(`${platform.url}/files/a.png`);
  });

  it('are visible to managers only while unpublished or in the trash', async () => {
    for (const id of ['58', '59']) {
      expect((await get(`/api/articles/${id}`).expect(404)).body.error.code).to.equal(10);
      const { body } = await get(`/api/articles/${id}`, admin).expect(200);
      expect(body.status).to.equal(id === '58' ? 'unpublished' : 'trash');
      expect(ids(shown)).to.not.include(id);
    }
    expect((await get('/api/articles/58', admin)).body.publishedTime).to.equal(null);
    expect((await get('/api/articles?limit=1', admin)).body.paging.total).to.equal(60);
    expect((await get('/api/articles?limit=1')).body.paging.total).to.equal(58);
    const manager = await platform.as('manager');
    expect((await get('/api/articles/59', manager).expect(200)).body.id).to.equal('59');
  });

  it('are listed by status to managers; readers find an empty trash', async () => {
    const listed = async (status: string, by?: typeof admin) => {
      const { data, paging } = (await get(`/api/articles?status=${status}&limit=100`, by).expect(200)).body;
      return [ids(data).slice(0, 2), paging.total];
    };
    expect(await listed('trash', admin)).to.deep.equal([['59'], 1]);
    expect(await listed('unpublished', admin)).to.deep.equal([['58'], 1]);
    expect((await listed('published', admin))[1]).to.equal(58);
    expect(await listed('trash')).to.deep.equal([[], 0]);
    expect((await listed('published'))[1]).to.equal(58);
    const { body } = await get('/api/articles?status=gone').expect(422);
    expect(body.error.details).to.deep.equal([
      { field: 'status', message: 'must be one of published, unpublished, trash' },
    ]);
  });

  it('answer 404, code 10, for an unknown id', async () => {
    for (const id of ['61', '9223372036854775807'])
      expect((await get(`/api/articles/${id}`).expect(404)).body.error.code).to.equal(10);
  });

  for (const [word, keysOf] of Object.entries(orders)) {
    it(`are sorted by ${word}`, async () => {
      for (const who of [student, admin]) {
        const { body } = await get(`/api/articles?sort=${word}&limit=100`, who).expect(200);
        expect(ids(body.data)).to.deep.equal(inOrder(body.data, keysOf));
      }
    });
  }

  it('are sorted by "published" by default, sticky ones first', async () => {
    const { body } = await get('/api/articles?sort=published&limit=100');
    expect(ids(body.data)).to.deep.equal(ids(shown));
    expect(ids(shown).slice(0, 4)).to.deep.equal(['3', '2', '1', '60']);
    expect(ids((await get('/api/articles?sort=&limit=100')).body.data)).to.deep.equal(ids(shown));
  });

  for (const sort of ['id', '-created', 'Created', 'created,updated', 'hits desc', "created'--"]) {
    it(`reject the order ${sort}: 422, code 9`, async () => {
      const { body } = await platform.api.get('/api/articles').query({ sort }).set(student).expect(422);
      expect(body.error.code).to.equal(9);
      expect(body.error.details[0].field).to.equal('sort');
    });
  }

  it('of a category include those of its subcategories', async () => {
    const families: Readonly<Record<string, readonly string[]>> = {
      '1': ['1', '4', '5', '8', '9'],
      '2': ['2', '6'],
      '4': ['4', '8', '9'],
      '9': ['9'],
      '7': ['7'],
    };
    for (const [category, family] of Object.entries(families)) {
      const { body } = await get(`/api/articles?categoryId=${category}&limit=100`).expect(200);
      const expected = shown.filter(({ categoryId }) => family.includes(categoryId));
      expect(ids(body.data)).to.deep.equal(ids(expected));
      expect(body.paging.total).to.equal(expected.length);
      expect(expected).to.not.be.empty;
    }
  });

  it('of category 0 are all articles, of an unknown category none', async () => {
    for (const query of ['categoryId=0', 'categoryId='])
      expect((await get(`/api/articles?${query}`)).body.paging.total).to.equal(58);
    expect((await get('/api/articles?categoryId=999')).body).to.deep.equal({
      data: [],
      paging: { total: 0, offset: 0, limit: 10 },
    });
    await get('/api/articles?categoryId=x').expect(422);
  });

  it('are reduced to declared fields by the parameter fields', async () => {
    expect((await get('/api/articles/5?fields=id,title')).body).to.deep.equal({ id: '5', title: 'Article 5' });
    expect((await get('/api/articles/5?fields=id&fields=title')).body).to.deep.equal({ id: '5', title: 'Article 5' });
    expect((await get('/api/articles/5?fields=id,category_id,password')).body).to.deep.equal({ id: '5' });
    expect((await get('/api/articles/5?fields=')).body).to.have.property('title');
    const { body } = await get('/api/articles?fields=id&limit=2');
    expect(body).to.deep.equal({ data: [{ id: '3' }, { id: '2' }], paging: { total: 58, offset: 0, limit: 2 } });
    const old = await get('/api/articles?fields=id&limit=1').set('Accept', 'application/vnd.a.v1+json');
    expect(old.body).to.deep.equal({ resources: [{ id: '3' }], total: 58 });
  });

  it('answer 404, code 10, for an invalid id', async () => {
    for (const id of ['x', '0', '01', '1e0'])
      expect((await get(`/api/articles/${id}`).expect(404)).body.error.code).to.equal(10);
  });
});
