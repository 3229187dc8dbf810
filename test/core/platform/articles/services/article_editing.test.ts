import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';

type Body = Record<string, any>;

describe('Editing of articles', () => {
  const platform = started(startPlatform);

  const manager = prepared(() => platform.as('manager'));
  const student = prepared(() => platform.as('student'));

  const make = async (draft: Body = {}) => {
    const answer = await platform.api
      .post('/api/articles')
      .set(manager)
      .send({ title: 'A new one', ...draft })
      .expect(201);
    return { ...answer.body, location: answer.headers['location'] } as Body;
  };
  const read = (id: string, who = manager) => platform.api.get(`/api/articles/${id}`).set(who);
  const change = (id: string, draft: Body) => platform.api.patch(`/api/articles/${id}`).set(manager).send(draft);

  it('creates an unpublished article, which a change of its status publishes', async () => {
    const { id, location, status, publishedTime, userId } = await make();
    expect({ location, status, publishedTime, userId }).to.deep.equal({
      location: `/api/articles/${id}`,
      status: 'unpublished',
      publishedTime: null,
      userId: '8',
    });
    await read(id, student).expect(404);
    const published = await change(id, { status: 'published' }).expect(200);
    expect(published.body.publishedTime).to.be.a('number');
    expect((await read(id, student).expect(200)).body.title).to.equal('A new one');
  });

  it('stores every field that it accepts', async () => {
    const draft = {
      title: 'Everything',
      categoryId: '4',
      tags: ['news', 'brand new', 'news'],
      source: 'The press',
      sourceUrl: 'https://example.org/a',
      body: '<p>Text</p>',
      thumb: 'https://example.org/t.png',
      originalThumb: 'https://example.org/o.png',
      picture: 'https://example.org/p.png',
      status: 'published',
      featured: '1',
      promoted: '1',
      sticky: '1',
    };
    const made = await make(draft);
    const shown = (await read(made['id'])).body as Body;
    expect(shown).to.include({ ...draft, tags: shown['tags'] });
    expect(shown['tags']).to.have.members(['news', 'brand new']);
  });

  const first = '/files/a.png';
  for (const [body, picture] of [
    [`<p>x</p><IMG class="b" SRC='${first}'><img src="/b.png">`, first],
    [`<img alt="a > b src=/no.png" data-src="/no.png"\nsrc = ${first}>`, first],
    [
      `<img alt=x><img src=""><img src="data:image/png;base64,AA"><!-- <img src="/no.png"> --><img src="${first}"/>`,
      first,
    ],
    ['<img src="https://example.org/?a=1&amp;b=a c">', 'https://example.org/?a=1&b=a%20c'],
    ['<img src="//example.org/a.png">', 'https://example.org/a.png'],
    ['<p>src="/no.png"</p><imgs src="/no.png"><a href="/no.png">', ''],
  ] as const) {
    it(`finds the picture in ${body}`, async () => {
      const absolute = picture.startsWith('/') ? platform.url + picture : picture;
      const { id, picture: made } = await make({ body, status: 'published' });
      expect(made).to.equal(absolute);
      expect((await read(id, student)).body.picture).to.equal(absolute);
    });
  }

  it('shows a given picture, and otherwise that of the body', async () => {
    const { id } = await make({ body: '<img src="/a.png">' });
    expect((await change(id, { body: '<img src="/b.png">' })).body.picture).to.equal(`${platform.url}/b.png`);
    expect((await change(id, { picture: '/given.png' })).body.picture).to.equal(`${platform.url}/given.png`);
    expect((await change(id, { body: '<img src="/c.png">' })).body.picture).to.equal(`${platform.url}/given.png`);
  });

  it('serves the pictures of the demo data', async () => {
    const { picture } = (await read('3', student).expect(200)).body as Body;
    await platform.api.get((picture as string).slice(platform.url.length)).expect(200);
    expect((await read('4', student)).body.picture).to.equal('');
  });

  it('ignores fields that clients cannot set', async () => {
    const { id, hits, postNum, userId } = await make({ id: '7', hits: 99, postNum: 3, userId: '1', revision: 5 });
    expect(id).not.to.equal('7');
    expect({ hits, postNum, userId }).to.deep.equal({ hits: '0', postNum: '0', userId: '8' });
  });

  it('changes the given fields and keeps the others', async () => {
    const { id } = await make({ source: 'Somebody', tags: ['news'] });
    const { body } = await change(id, { title: 'Another title' }).expect(200);
    expect(body).to.include({ title: 'Another title', source: 'Somebody' });
    expect(body.tags).to.deep.equal(['news']);
  });

  const wrong: readonly [Body, string][] = [
    [{}, 'title'],
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(256) }, 'title'],
    [{ title: ['a'] }, 'title'],
    [{ title: 'a', categoryId: '999' }, 'categoryId'],
    [{ title: 'a', categoryId: 'x' }, 'categoryId'],
    [{ title: 'a', status: 'draft' }, 'status'],
    [{ title: 'a', sticky: 2 }, 'sticky'],
    [{ title: 'a', sourceUrl: 'javascript:alert(1)' }, 'sourceUrl'],
    [{ title: 'a', tags: [{ name: 'x' }] }, 'tags.0'],
  ];
  for (const [draft, field] of wrong) {
    it(`refuses ${JSON.stringify(draft).slice(0, 60)}: 422, code 9, ${field}`, async () => {
      const { body } = await platform.api.post('/api/articles').set(manager).send(draft).expect(422);
      expect(body.error.code).to.equal(9);
      expect(body.error.details[0].field).to.equal(field);
    });
  }

  it('permits certain changes of the status only', async () => {
    const allowed = {
      unpublished: ['published', 'trash'],
      published: ['unpublished', 'trash'],
      trash: ['unpublished'],
    };
    for (const [from, targets] of Object.entries(allowed)) {
      for (const to of ['unpublished', 'published', 'trash']) {
        const { id } = await make({ status: from });
        const { status, body } = await change(id, { status: to });
        const isFine = from === to || targets.includes(to);
        expect(status, `${from} to ${to}`).to.equal(isFine ? 200 : 409);
        const message = 'An article in the trash cannot be published; set its status to unpublished first.';
        if (!isFine) expect(body.error).to.deep.equal({ code: 14, message });
      }
    }
  });

  it('keeps the time of the first publication', async () => {
    const { id, publishedTime } = await make({ status: 'published' });
    await change(id, { status: 'unpublished' }).expect(200);
    expect((await change(id, { status: 'published' })).body.publishedTime).to.equal(publishedTime);
  });

  it('rejects callers who are not managers', async () => {
    for (const who of [student, {}]) {
      const status = who === student ? 403 : 401;
      await platform.api.post('/api/articles').set(who).send({ title: 'x' }).expect(status);
      await platform.api.patch('/api/articles/1').set(who).send({ title: 'x' }).expect(status);
      await platform.api.delete('/api/articles/1').set(who).expect(status);
    }
  });

  it('rejects a change of an outdated revision: 412', async () => {
    const { id } = await make();
    const tag = (await read(id)).headers['etag'] as string;
    await change(id, { title: 'First' }).set('If-Match', tag).expect(200);
    const { body } = await change(id, { title: 'Second' }).set('If-Match', tag).expect(412);
    expect(body.error.code).to.equal(14);
    await platform.api.delete(`/api/articles/${id}`).set(manager).set('If-Match', tag).expect(412);
    expect((await read(id)).body).to.include({ title: 'First', status: 'unpublished' });
    await change('999999', { title: 'x' }).set('If-Match', tag).expect(404);
  });

  it('restores an article from the trash by its status only', async () => {
    const { id } = await make({ status: 'published' });
    await platform.api.delete(`/api/articles/${id}`).set(manager).expect(200);
    expect((await change(id, { title: 'Changed in the trash' }).expect(200)).body.status).to.equal('trash');
    await change(id, { status: 'published' }).expect(409);
    expect((await change(id, { status: 'unpublished' }).expect(200)).body.status).to.equal('unpublished');
  });

  it('moves an article to the trash first, and then removes it', async () => {
    const { id } = await make({ status: 'published' });
    await platform.api.delete(`/api/articles/${id}`).set(manager).expect(200, { success: true });
    expect((await read(id)).body.status).to.equal('trash');
    await platform.api.delete(`/api/articles/${id}`).set(manager).expect(200, { success: true });
    await read(id).expect(404);
    await platform.api.delete(`/api/articles/${id}`).set(manager).expect(404);
  });

  it('updates the total of the list at once', async () => {
    const total = async () =>
      (await platform.api.get('/api/articles?limit=1').set(student)).body.paging.total as number;
    const before = await total();
    const { id } = await make({ status: 'published' });
    expect(await total()).to.equal(before + 1);
    await change(id, { status: 'unpublished' });
    expect(await total()).to.equal(before);
  });

  it('counts hits apart from the requests, except reads in the console', async () => {
    const { id } = await make({ status: 'published' });
    for (let time = 0; time < 3; time++) await read(id, student).expect(200);
    await read(id, student).set('X-Console', '1').expect(200);
    await platform.kernel.services.articleHits.flush();
    expect(platform.logs.filter((line) => line.includes('did not store the hits'))).to.deep.equal([]);
    expect((await read(id, student)).body.hits).to.equal('3');
    await read('999999', student).expect(404);
    await platform.kernel.services.articleHits.flush();
  });
});
