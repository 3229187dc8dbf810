import { expect } from 'chai';
import { Installation, manifest } from '../../../support/installation.ts';
import { served } from '../../../support/started.ts';
import { RawConnection } from '../../../support/raw_http.ts';

const cutting = `
const cut = (response, ends) => { response.write('half'); if (ends) response.end(); throw new Error('cut'); };`;

/** Middleware and an operation that fail after they have begun their answer, and after they have ended it. */
const cuts = {
  'plugins/cuts/module.json': manifest('cuts'),
  'plugins/cuts/services.js': `
import { asValue, contributes } from 'lectern';${cutting}
const handle = ({ url }, response, next) => (url.startsWith('/cut') ? cut(response, url.endsWith('ended')) : next());
export default { cuts: contributes('middleware', asValue({ handle })) };`,
  'plugins/cuts/resources/cuts.js': `
import { defineResource, raw } from 'lectern';${cutting}
export default defineResource('/plugins/cuts/cuts', {
  item: 'way',
  get: { open: true, returns: [raw], run: (_services, { params, request }) => cut(request.response, params.way === 'ended') },
});`,
};

const files = {
  'plugins/notes/module.json': manifest('notes'),
  'plugins/notes/resources/notes.js': `
import { defineResource, field, input, listOf, pagedListOf, paging, shape } from 'lectern';
const note = shape('Note').mode('public', { id: field.intString(''), text: field.text('') });
const all = Array.from({ length: 25 }, (_, index) => ({ id: index + 1, text: 'note ' + (index + 1), secret: 'canary' }));
const odd = { 1: all[0], 2: { id: 2, secret: 'canary' }, 3: { id: 'canary', text: 'x' }, 4: undefined, 5: null };
export default defineResource('/plugins/notes/notes', {
  search: {
    open: true, accepts: { ...paging, words: input.optional(input.list(input.text({ maxLength: 900 }))) }, returns: [pagedListOf(note), 'public'],
    run: (_services, { input: { offset, limit } }) => ({ data: all.slice(offset, offset + limit), total: all.length }),
  },
  get: { open: true, returns: [note, 'public'], run: async (_services, { params }) => odd[params.id] },
});`,
  'plugins/notes/resources/some.js': `
import { defineResource, field, listOf, shape } from 'lectern';
const note = shape('Some').mode('public', { id: field.intString('') });
export default defineResource('/plugins/notes/some', {
  search: { open: true, returns: [listOf(note), 'public'], run: () => [{ id: 1 }, { id: 'canary' }] },
});`,
};

describe('Answers', () => {
  const { installation, kernel, api } = served(files);

  it('have the fields that their shape declares', async () => {
    expect((await api.get('/api/plugins/notes/notes/1').expect(200)).body).to.deep.equal({ id: '1', text: 'note 1' });
  });

  for (const path of ['notes/2', 'notes/3', 'notes/4', 'notes/5', 'some']) {
    it(`are 500 without the object if it does not match its shape, at ${path}`, async () => {
      const { body, headers } = await api.get(`/api/plugins/notes/${path}`).expect(500);
      expect(Object.keys(body)).to.deep.equal(['error', 'requestId']);
      expect(JSON.stringify(body)).to.not.include('canary').and.not.include('Note');
      const id = headers['x-request-id'];
      const [error] = installation.logs.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === id);
      expect(error.err.message).to.match(/field "\w+" of (Note|Some)|object (Note|Some)/);
      expect(installation.logs.join('')).to.not.include('canary');
    });
  }

  it('escape the query in links', async () => {
    const connection = new RawConnection(kernel.url).send(
      'GET /api/plugins/notes/notes?words=>;rel="x",<http://b> HTTP/1.1\r\nHost: x\r\n\r\n',
    );
    const { headers } = await connection.answer();
    connection.close();
    expect(headers['link']!.match(/[<>]/g)).to.have.length(6);
    expect(headers['link']).to.not.include('rel="x"');
  });

  it('with a paged list have its total and links in headers', async () => {
    const { body, headers } = await api.get('/api/plugins/notes/notes?offset=10&limit=10&fields=id').expect(200);
    expect(body).to.deep.equal(Array.from({ length: 10 }, (_, index) => ({ id: String(11 + index) })));
    expect(headers['x-total-count']).to.equal('25');
    const path = '/api/plugins/notes/notes?fields=id';
    expect(headers['link']).to.equal(
      `<${path}&offset=0&limit=10>; rel="first", <${path}&offset=0&limit=10>; rel="prev", ` +
        `<${path}&offset=20&limit=10>; rel="next", <${path}&offset=20&limit=10>; rel="last"`,
    );
  });

  it('have links with declared parameters only, and never with a credential', async () => {
    const declared = 'w%6Frds[0]=a&words%5B%5D=%62';
    const others = ['access%5Ftoken', '%6fpenid', 'Access_Token', 'api_key', 'type', 'access_token[]', '__proto__'];
    const position = 'of%66set=10&limit=5';
    const query = [...others.map((name) => `${name}=canary`), declared, position];
    const answer = await api.get(`/api/plugins/notes/notes?${query.join('&')}`);
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.headers['link']).to.match(
      /^<\/api\/plugins\/notes\/notes\?w%6Frds\[0\]=a&words%5B%5D=%62&offset=0&limit=5>; rel="first"/,
    );
    expect(answer.headers['link']).to.not.include('canary').and.not.include('of%66set');
  });

  it('omit links that would be too long, but keep the total', async () => {
    const ask = (length: number) => api.get(`/api/plugins/notes/notes?words=${'x'.repeat(length)}`).expect(200);
    expect((await ask(400)).headers['link']).to.have.length.within(1_300, 2_048);
    const { headers } = await ask(900);
    expect(headers).to.include({ 'x-total-count': '25' }).and.not.have.property('link');
  });
});

describe('Answers of code that fails after it has begun to answer', () => {
  const installation = new Installation(cuts);
  after(() => installation.clear());

  it('are logged once with the sent status, and do not stay in flight', async () => {
    const { api } = await installation.serve();
    for (const path of ['/cut/begun', '/cut/ended', '/api/plugins/cuts/cuts/begun', '/api/plugins/cuts/cuts/ended'])
      await api.get(path).catch(() => undefined);
    const { text } = await api.get('/metrics');
    expect(text).to.match(/^http_requests_in_flight 0$/m);
    const observed = installation.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    expect(observed.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
  });
});
