import { expect } from 'chai';
import fc from 'fast-check';
import { after, before, describe, it } from 'mocha';
import type supertest from 'supertest';
import { Installation } from '../../../support/installation.ts';

const manifest = JSON.stringify({ name: 'shelf', version: '1.0.0', engines: { lectern: '*' } });

/** A book with a revision, a list that caches may keep, and answers with secrets. */
const files = {
  'core/shelf/module.json': manifest,
  'core/shelf/services.mjs': `
    import { contributes } from 'lectern';
    class Key {
      name = 'Key'; rank = 10; challenge = 'Key realm="shelf"'; security = { type: 'apiKey', in: 'header', name: 'X-Key' };
      find(request) { return request.header('x-key'); }
      identify() { return { id: '1', nickname: 'reader', roles: [], permissions: { has: () => true } }; }
    }
    class Session extends Key {
      name = 'Session'; rank = 20; challenge = undefined; security = { type: 'apiKey', in: 'cookie', name: 'session' };
      find(request) { return request.header('cookie'); }
    }
    export default { key: contributes('authenticators', Key), session: contributes('authenticators', Session) };`,
  'core/shelf/resources/books.mjs': `
    import { defineResource, field, input, shape, standardFailures } from 'lectern';
    const book = shape('Book').mode('public', { id: field.intString('Id.'), title: field.text('Title.') });
    const one = { id: 7, title: 'First', revision: 1 };
    const returns = [book, 'public'];
    const accepts = { title: input.text() };
    export default defineResource('/books', {
      get: { open: true, returns, run: (services, { reply }) => { reply.revision(one.revision); return one; } },
      search: { open: true, cached: 60, returns, run: () => one },
      add: { open: true, creates: true, accepts, returns, run: (services, { input: { title } }) => ({ id: 8, title }) },
      update: { open: true, revised: true, accepts, returns, run: (services, { request, input: { title } }) => {
        if (request.revisions && !request.revisions.includes(String(one.revision))) throw standardFailures.preconditionFailed();
        Object.assign(one, { title, revision: one.revision + 1 });
        return one;
      } },
      remove: { open: true, returns, run: () => one },
    });`,
  'core/shelf/keys.mjs': `
    import { choiceOf, choose, defineResource, field, input, listOf, nested, raw, recordOf, shape } from 'lectern';
    const key = shape('Key').mode('name', { name: field.text('Name.') }).mode('full', { token: field.secret('Opens it.') });
    const ring = shape('Ring').mode('public', { keys: field.list(nested(key, 'full', 'A key.'), 'Keys.') });
    const either = choiceOf('Either', () => ['name', 'full'].map((mode) => ({ shape: key, mode })));
    const one = { name: 'front', token: 't-1' };
    const accepts = { mode: input.optional(input.text()) };
    const chosen = (services, { input: { mode = 'full' } }) => choose(key, mode, one);
    const made = (name, search, more) => defineResource('/key/' + name, { search: { open: true, accepts, ...search }, ...more });
    export const names = made('names', { cached: 60, returns: [key, 'name'], run: () => one });
    export const lists = made('lists', { cached: 60, returns: [listOf(key), 'full'], run: () => [one] }, {
      add: { accepts: { n: input.integer() }, returns: [key, 'full'], run: () => one },
    });
    export const rings = made('rings', { returns: [ring, 'public'], run: () => ({ keys: [one] }) });
    export const choices = made('choices', { returns: [either], run: chosen });
    export const records = made('records', { returns: [recordOf(either)], run: (...call) => ({ a: chosen(...call) }) });
    export const raws = made('raws', { returns: [raw], run: () => one });
    export const open_raws = made('open_raws', { cached: 60, returns: [raw], run: () => one });`,
  'core/shelf/public/note.txt': 'A note.',
  ...Object.fromEntries(
    ['names', 'lists', 'rings', 'choices', 'records', 'raws', 'open_raws'].map((name) => [
      `core/shelf/resources/${name}.mjs`,
      `export { ${name} as default } from '../keys.mjs';`,
    ]),
  ),
};

/** What a proxy makes of a tag: weak, and with the name of its coding. */
const rewriting = fc
  .tuple(
    fc.constantFrom('', 'W/'),
    fc.constantFrom('', '-', '--', ';', ':'),
    fc.constantFrom('gzip', 'br', 'zstd', 'deflate'),
  )
  .map(
    ([weak, mark, coding]) =>
      (tag: string) =>
        weak + tag.replace(/^W\//, '').replace(/"$/, mark && `${mark}${coding}`) + '"',
  );
const otherTags = fc.array(fc.constantFrom('"x"', 'W/"9,9"', 'nothing', '"-gzip"', '""', ''), { maxLength: 3 });

describe('Entity tags', () => {
  const installation = new Installation(files);
  let api: ReturnType<typeof supertest>;

  before(async () => {
    ({ api } = await installation.serve());
  });
  after(() => installation.clear());

  const tagOf = async (path = '/api/books/7') => (await api.get(path).expect(200)).headers['etag'] as string;

  it('are sent with every read, and are equal for equal answers only', async () => {
    const tag = await tagOf();
    expect(tag).to.match(/^"1\.[\w-]{27}"$/);
    expect(await tagOf()).to.equal(tag);
    expect(await tagOf('/api/books/7?fields=id')).not.to.equal(tag);
    expect(await tagOf('/api/books')).to.match(/^"[\w-]{27}"$/);
    expect((await api.head('/api/books/7')).headers['etag']).to.equal(tag);
  });

  it('are not sent with answers to writes', async () => {
    expect((await api.delete('/api/books/7')).headers).not.to.have.property('etag');
  });

  it('turn an answer that the client has into 304 without a body', async () => {
    const tag = await tagOf();
    for (const [sent, etag] of [
      [tag, tag],
      [`W/${tag}`, `W/${tag}`],
      [`"other", ${tag}`, tag],
      ['*', tag],
    ] as const) {
      const { text, headers } = await api.get('/api/books/7').set('If-None-Match', sent).expect(304);
      expect(text).to.equal('');
      expect(headers).to.include({ etag, 'cache-control': 'private, no-cache', vary: 'Accept' });
      expect(headers).not.to.have.property('content-type');
    }
    for (const other of ['"x"', tag.slice(1), `${tag}x`, '', '"*"']) {
      await api.get('/api/books/7').set('If-None-Match', other).expect(200);
    }
    await api.head('/api/books/7').set('If-None-Match', tag).expect(304);
  });

  it('in If-Match refuse changes of an object with another revision', async () => {
    const tag = await tagOf();
    const change = (title: string, seen: string) => api.patch('/api/books/7').set('If-Match', seen).send({ title });
    await change('Second', tag).expect(200);
    const { body } = await change('Third', tag).expect(412);
    expect(body.error).to.deep.equal({ code: 14, message: 'The object was changed meanwhile; read it again.' });
    for (const seen of ['"x"', '2', 'W/"1.abc"', 'W/2.abc', '"2"', "' or 1=1"]) await change('Third', seen).expect(412);
    await change('Third', `"9.abc", ${await tagOf()}`).expect(200);
    await change('Fourth', '*').expect(200);
    await api.patch('/api/books/7').send({ title: 'Fifth' }).expect(200);
  });

  it('count as known and seen in each form that compressing proxies give them', async () => {
    const paths = ['/api/books', '/api/books/7', '/docs', '/docs/start.css', '/assets/shelf/note.txt'];
    const tags = new Map(await Promise.all(paths.map(async (path) => [path, await tagOf(path)] as const)));
    const known = fc.tuple(fc.constantFrom(...paths), rewriting, otherTags, fc.boolean());
    await fc.assert(
      fc.asyncProperty(known, async ([path, rewrite, others, isWhole]) => {
        const tag = tags.get(path) as string;
        const sent = rewrite(isWhole ? tag : tag.replace('"', '"x'));
        const list = [...others, sent].join(', ');
        const { status, headers } = await api.get(path).set('If-None-Match', list);
        expect(status, `${path} ${list}`).to.equal(isWhole ? 304 : 200);
        if (!path.startsWith('/assets')) expect(headers['etag']).to.equal(isWhole ? sent : tag);
      }),
      { numRuns: 100 },
    );
    await fc.assert(
      fc.asyncProperty(rewriting, otherTags, fc.boolean(), async (rewrite, others, isCurrent) => {
        const current = await tagOf();
        const seen = rewrite(isCurrent ? current : current.replace(/\d+/, (revision) => String(Number(revision) + 1)));
        const { status } = await api
          .patch('/api/books/7')
          .set('If-Match', [...others, seen].join(','))
          .send({ title: seen });
        expect(status, seen).to.equal(isCurrent ? 200 : 412);
      }),
      { numRuns: 40 },
    );
    await api.get('/assets/shelf/note.txt').set('If-None-Match', '*').expect(304);
  });

  it('in If-None-Match of a write are refused', async () => {
    for (const sent of ['*', await tagOf()]) {
      const { body } = await api.patch('/api/books/7').set('If-None-Match', sent).send({ title: 'Never' }).expect(412);
      expect(body.error.message).to.equal('This operation does not support If-None-Match; omit it.');
    }
  });

  it('in If-Match are refused by operations that do not support it', async () => {
    const { body } = await api
      .delete('/api/books/7')
      .set('If-Match', await tagOf())
      .expect(412);
    expect(body.error.message).to.equal('This operation does not support If-Match; omit it.');
    await api.delete('/api/books/7').set('If-Match', '*').expect(200);
    await api.get('/api/books/7').set('If-Match', '"x"').expect(200);
  });

  it('come with public caching for anonymous reads, and private for signed-in ones', async () => {
    const open = await api.get('/api/books').expect(200);
    expect(open.headers).to.include({ 'cache-control': 'public, max-age=60', vary: 'Accept, X-Key, Cookie, Prefer' });
    const signedIn = await api.get('/api/books').set('X-Key', 'k').expect(200);
    expect(signedIn.headers).to.include({ 'cache-control': 'private, no-cache', vary: 'Accept' });
  });

  it('come with no-store if the fields have a secret or are unknown', async () => {
    const caching = async (path: string) => (await api.get(path).expect(200)).headers['cache-control'];
    const secret = ['lists', 'rings', 'choices', 'records', 'raws'];
    for (const path of secret) expect(await caching(`/api/key/${path}`), path).to.equal('no-store');
    expect(await caching('/api/key/choices?mode=name')).to.equal('private, no-cache');
    expect(await caching('/api/key/records?mode=name')).to.equal('private, no-cache');
    expect(await caching('/api/key/names')).to.equal('public, max-age=60');
    expect(await caching('/api/key/open_raws')).to.equal('public, max-age=60');
    const made = await api.post('/api/key/lists').set('X-Key', 'k').send({ n: 1 }).expect(200);
    expect(made.headers['cache-control']).to.equal('no-store');
  });

  it('are not sent with failures, which have no-store', async () => {
    const failures = [
      [404, await api.get('/api/nothing')],
      [404, await api.get('/nowhere')],
      [404, await api.get('/api/books/none')],
      [405, await api.put('/api/books')],
      [401, await api.post('/api/key/lists').send({ n: 1 })],
      [422, await api.post('/api/key/lists').set('X-Key', 'k').send({})],
    ] as const;
    for (const [expected, { status, headers }] of failures) {
      expect(status).to.equal(expected);
      expect(headers)
        .to.include({ 'cache-control': 'no-store', vary: 'Accept, X-Key, Cookie' })
        .and.not.have.property('etag');
    }
  });

  it('leave the address of a created object to Location', async () => {
    const { headers, body } = await api.post('/api/books').send({ title: 'New' }).expect(201);
    expect(headers['location']).to.equal('/api/books/8');
    expect(body).to.deep.equal({ id: '8', title: 'New' });
  });

  it('are documented with 304, 412 and If-Match', async () => {
    const { paths } = (await api.get('/api/openapi.json')).body;
    expect(paths['/api/books'].post.responses['201'].headers).to.have.property('Location');
    expect(paths['/api/books/{id}'].get.responses).to.have.property('304');
    const { patch, delete: remove } = paths['/api/books/{id}'];
    for (const write of [patch, remove]) expect(write.responses).to.have.property('412');
    const namesOf = (write: typeof patch) =>
      write.parameters.map((one: Record<string, string>) => one['name'] ?? one['$ref']);
    expect(namesOf(patch)).to.include('#/components/parameters/If_Match');
    expect(namesOf(remove)).not.to.include('#/components/parameters/If_Match');
  });
});
