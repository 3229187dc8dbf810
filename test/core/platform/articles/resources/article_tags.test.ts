import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';

type Body = Record<string, any>;

describe('Tags of articles', () => {
  const platform = started(startPlatform);

  const manager = prepared(() => platform.as('manager'));
  const student = prepared(() => platform.as('student'));

  const list = async (query: object = {}) =>
    (await platform.api.get('/api/article_tags').query(query).set(student).expect(200)).body as Body;
  const send = (method: 'patch' | 'delete', path: string, body: object = {}) =>
    platform.api[method](`/api/article_tags/${path}`).set(manager).send(body);
  const tagged = async (...tags: string[]) => {
    const draft = { title: 'Tagged', tags };
    return (await platform.api.post('/api/articles').set(manager).send(draft).expect(201)).body.id as string;
  };
  const article = async (id: string) =>
    (await platform.api.get(`/api/articles/${id}`).set(manager).expect(200)).body as Body;
  const idOf = async (name: string) => (await list({ name })).data[0].id as string;

  it('are found by a part of the name, also when created with an article', async () => {
    await tagged('Spring term', '100%');
    const found = async (name: string) => (await list({ name })).data.map((tag: Body) => tag['name'] as string);
    expect(await found('PRING')).to.deep.equal(['Spring term']);
    expect(await found('公')).to.deep.equal(['公告']);
    expect(await found('%')).to.deep.equal(['100%']);
    expect(await found('nothing')).to.deep.equal([]);
    const { data, paging } = await list({ limit: 2 });
    expect(paging).to.deep.equal({ total: 7, offset: 0, limit: 2 });
    expect(Object.keys(data[0])).to.deep.equal(['id', 'name']);
    const first = await list({ limit: 4, after: '' });
    const second = await list({ limit: 4, after: first['paging'].next });
    expect([first['data'].length, second['data'].length, second['paging'].next]).to.deep.equal([4, 3, null]);
  });

  it('are renamed in all articles', async () => {
    const id = await tagged('misspelt');
    const tag = await idOf('misspelt');
    await send('patch', tag, { name: 'spelt' }).expect(200, { id: tag, name: 'spelt' });
    expect((await article(id))['tags']).to.deep.equal(['spelt']);
    expect((await list({ name: 'spelt' })).data).to.deep.equal([{ id: tag, name: 'spelt' }]);
    expect((await send('patch', tag, { name: 'news' }).expect(409)).body.error.code).to.equal(14);
    await send('patch', '999999', { name: 'new' }).expect(404);
  });

  it('are merged into others, without duplicates in articles', async () => {
    const [both, one] = [await tagged('double', 'news'), await tagged('double')];
    await send('delete', `${await idOf('double')}?into=1`).expect(200, { success: true });
    for (const id of [both, one]) expect(await article(id)).to.deep.include({ tags: ['news'], tagIds: '1' });
    expect((await list({ name: 'double' })).data).to.deep.equal([]);
  });

  it('are removed from all articles', async () => {
    const id = await tagged('useless', 'news');
    const tag = await idOf('useless');
    for (const into of [tag, '999999']) {
      const { body } = await send('delete', `${tag}?into=${into}`).expect(422);
      expect(body.error.details[0].field).to.equal('into');
    }
    await send('delete', tag).expect(200);
    expect(await article(id)).to.deep.include({ tags: ['news'], tagIds: '1' });
    await send('delete', tag).expect(404);
  });

  it('are removed from more articles than one statement changes', async () => {
    const tag = Number(await idOf((await article(await tagged('popular')))['tags'][0] as string));
    const { database } = platform.kernel.services;
    await database.raw(
      `insert into articles (title, status, user_id, tag_ids)
       select 'Many', 'published', 3, array[?::bigint] from generate_series(1, 2500)`,
      [tag],
    );
    await send('delete', String(tag)).expect(200);
    expect(await database.table('articles').whereRaw('? = any(tag_ids)', [tag]).first('id')).to.equal(undefined);
  });

  it('are changed by managers only', async () => {
    await platform.api.patch('/api/article_tags/1').set(student).send({ name: 'mine' }).expect(403);
    await platform.api.delete('/api/article_tags/1').set(student).expect(403);
  });
});
