import { expect } from 'chai';
import { served } from '../../../../support/started.ts';
import { probe } from '../probe.ts';

const echoes = '/api/plugins/probe/echoes';

describe('Request bodies', () => {
  const { api } = served(probe);

  const expected = { text: 'ä 学 & =', n: 3, id: '42', flag: true, word: 'b', list: ['x', 'y'] };
  const fields = { text: expected.text, n: '3', id: '42', flag: '1', word: 'b' };

  it('give the same input as JSON, as a form, as multipart and in a query', async () => {
    const json = await api
      .post(echoes)
      .send({ ...expected, id: 42 })
      .expect(200);
    const form = await api
      .post(echoes)
      .type('form')
      .send({ ...fields, list: ['x', 'y'] })
      .expect(200);
    const multipart = api.post(echoes).field(fields).field('list[]', 'x').field('list[]', 'y');
    const query = await api
      .get(echoes)
      .query({ ...fields, 'list[]': ['x', 'y'] })
      .expect(200);
    expect(json.body).to.deep.equal(expected);
    expect(form.body).to.deep.equal(expected);
    expect((await multipart.expect(200)).body).to.deep.equal(expected);
    expect(query.body).to.deep.equal(expected);
  });

  for (const type of [
    'application/json',
    'APPLICATION/JSON; Charset="UTF-8"',
    'application/merge-patch+json',
    'application/json;charset=utf8',
  ]) {
    it(`are read as JSON with the media type ${type}`, async () => {
      const { body } = await api.post(echoes).set('Content-Type', type).send('{"n":1}').expect(200);
      expect(body).to.deep.equal({ n: 1 });
    });
  }

  it('may be absent, empty, or the JSON text []', async () => {
    expect((await api.post(echoes).expect(200)).body).to.deep.equal({});
    expect((await api.patch(`${echoes}/1`).expect(200)).body).to.deep.equal({});
    for (const text of ['', ' \n', '[]', ' [ ] ', '{}']) {
      const { body } = await api.post(echoes).type('json').send(text).expect(200);
      expect(body).to.deep.equal({});
    }
  });

  it('may begin with a byte order mark', async () => {
    expect((await api.post(echoes).type('json').send('\ufeff{"n":1}').expect(200)).body).to.deep.equal({ n: 1 });
  });

  it('lose their unknown fields', async () => {
    const { body } = await api.post(echoes).send({ n: 1, admin: true, $where: '1', 'n[gt]': 1 }).expect(200);
    expect(body).to.deep.equal({ n: 1 });
  });

  it('treat null and "" as absent', async () => {
    expect((await api.post(echoes).send({ text: '', n: null, id: '', list: null }).expect(200)).body).to.deep.equal({});
    expect((await api.post(echoes).type('form').send('text=&n=').expect(200)).body).to.deep.equal({});
    expect((await api.get(`${echoes}?text=&n=&id`).expect(200)).body).to.deep.equal({});
  });

  it('may name a list as name=a&name=b, as name[]=a, as name[0]=a and as name=a', async () => {
    const lists = ['list=a&list=b', 'list[]=a&list[]=b', 'list[0]=a&list[1]=b', 'list%5B%5D=a&list%5B%5D=b'];
    for (const text of lists) {
      expect((await api.get(`${echoes}?${text}`).expect(200)).body).to.deep.equal({ list: ['a', 'b'] });
      expect((await api.post(echoes).type('form').send(text).expect(200)).body).to.deep.equal({ list: ['a', 'b'] });
    }
    expect((await api.get(`${echoes}?list=a`).expect(200)).body).to.deep.equal({ list: ['a'] });
  });

  it('keep every character', async () => {
    const text = '+ %2B &=#;"\\\n\t<>\u2028😀';
    expect((await api.post(echoes).send({ text })).body).to.deep.equal({ text });
    expect((await api.post(echoes).type('form').send({ text })).body).to.deep.equal({ text });
    expect((await api.post(echoes).field('text', text.replace('\n', ' '))).body).to.deep.equal({
      text: text.replace('\n', ' '),
    });
    expect((await api.get(echoes).query({ text })).body).to.deep.equal({ text });
  });

  it('may have any number of brackets in a text', async () => {
    const text = `"${'['.repeat(50)}${'{'.repeat(50)}`;
    expect((await api.post(echoes).send({ text })).body).to.deep.equal({ text });
  });

  it('have a lower limit without a credential', async () => {
    const sent = () => api.post(echoes).send({ text: 'x'.repeat(70_000) });
    const { body } = await sent().expect(413);
    expect(body.error).to.deep.equal({ code: 2, message: 'The request body is larger than 65536 bytes.' });
    await sent().set('X-Key', 'holder').expect(422);
  });

  it('keep each + of a form that is written as %2B, and no other', async () => {
    const { body } = await api.post(echoes).type('form').send('text=a+b%2B+%2Bc').expect(200);
    expect(body).to.deep.equal({ text: 'a b+ +c' });
  });

  it('get all wrong fields reported at once', async () => {
    const { body } = await api.post(echoes).send({ n: 10, id: '01', word: 'c' }).expect(422);
    expect(body.error.code).to.equal(9);
    expect(body.error.details).to.deep.equal([
      { field: 'n', message: 'must be an integer from 0 to 9' },
      { field: 'id', message: 'must be an id (digits without a leading zero)' },
      { field: 'word', message: 'must be one of a, b' },
    ]);
  });

  it('are ignored by an operation that takes none', async () => {
    await api.delete(`${echoes}/1`).set('Content-Type', 'application/xml').send('<a/>').expect(200);
  });
});
