import { once } from 'node:events';
import { expect } from 'chai';
import express from 'express';
import { requestsTo, type Requests } from '../../../../core/testing/requests.ts';
import { Installation, manifest } from '../../../support/installation.ts';

const files = {
  'core/shelf/module.json': manifest('shelf'),
  'core/shelf/pages/index.html':
    '<!doctype html><link rel="icon" href="/shelf/icon.svg"><script src="/shelf/main.js"></script><a href="//cdn.example/x">',
  'core/shelf/services.mjs': `
    import { asValue, contributes } from 'lectern';
    const redirect = (request, response) => response.redirect(request.query.to);
    export default {
      page: contributes('pages', asValue({ address: '/shelf', folder: 'pages' })),
      mount: contributes('mounts', asValue({ address: '/away', open: true, handle: redirect })),
      seen: contributes('middleware', asValue({ handle: (request, response, next) => {
        response.setHeader('X-Seen', request.path);
        next();
      } })),
    };`,
  'core/shelf/resources/books.mjs': `
    import { defineResource, field, input, pageOf, paging, shape } from 'lectern';
    const book = shape('Book').mode('public', { id: field.intString('Id.'), cover: field.picture('Cover.') });
    const one = { id: '7', cover: { small: '/assets/s.png', middle: '/assets/m.png', large: '/assets/l.png' } };
    export default defineResource('/books', {
      search: { open: true, accepts: paging, returns: [pageOf(book), 'public'], run: () => ({ data: [one], total: 30 }) },
      get: { open: true, returns: [book, 'public'], run: () => one },
      add: { open: true, creates: true, accepts: { title: input.text() }, returns: [book, 'public'], run: () => one },
    });`,
};
const routes = {
  'GET /books/{id}': { deprecated: true, successor: '/api/volumes', link: 'https://elsewhere.example/' },
};

describe('A public address with a path', () => {
  const installation = new Installation(files);
  let api: Requests;
  before(async () => {
    const publicUrl = 'https://school.example/lms';
    ({ api } = await installation.serve({ config: { http: { publicUrl }, routes } }));
  });
  after(() => installation.clear());

  for (const [proxy, prefix] of [
    ['a proxy that keeps the path', '/lms'],
    ['a proxy that removes the path', ''],
  ] as const) {
    const get = (path: string) => api.get(prefix + path).redirects(0);

    it(`is part of each address in answers behind ${proxy}`, async () => {
      const list = await get('/api/books?limit=10').expect(200);
      expect(list.headers['x-seen']).to.equal('/api/books');
      expect(list.headers['link']?.match(/<[^>]*>/g)).to.deep.equal([
        '</lms/api/books?offset=0&limit=10>',
        '</lms/api/books?offset=10&limit=10>',
        '</lms/api/books?offset=20&limit=10>',
      ]);
      expect(list.body.data[0].cover.small).to.equal('https://school.example/lms/assets/s.png');
      const made = await api.post(`${prefix}/api/books`).send({ title: 'One' }).expect(201);
      expect(made.headers['location']).to.equal('/lms/api/books/7');
      const { headers } = await get('/api/books/7').expect(200);
      expect(headers['link']).to.include('</lms/api/volumes>').and.include('<https://elsewhere.example/>');
      expect((await get('/api/away?to=/api/books').expect(302)).headers['location']).to.equal('/lms/api/books');
      expect((await get('/api/away?to=https://a.example/b')).headers['location']).to.equal('https://a.example/b');
    });

    it(`is part of each address in pages behind ${proxy}`, async () => {
      const document = await get('/api/openapi.json').expect(200);
      expect(document.body.servers[0].url).to.equal('/lms');
      const home = (await get('/').set('Accept', 'application/json').expect(200)).body;
      expect([home.api, home.reference, home.pages]).to.deep.equal(['/lms/api', '/lms/docs', ['/lms/shelf']]);
      const outside = [document.body.info.description, (await get('/').set('Accept', 'text/html')).text];
      for (const path of ['/docs', '/shelf', '/shelf/deeper']) outside.push((await get(path).expect(200)).text);
      const wrong = outside.flatMap(
        (text: string) => text.match(/(?:href="|src="|\]\()\/(?!lms\b|\/cdn)[^")]*/g) ?? [],
      );
      expect(wrong).to.deep.equal([]);
    });
  }

  it('is removed as a whole, once, and only at the beginning', async () => {
    const statuses = ['/lms', '/lms?a=1', '/lmsx/api/books', '/lms/lms/api/books', '/api/lms/books', '/lms//api/books'];
    const asked = statuses.map(async (path) => [path, (await api.get(path)).status]);
    expect(Object.fromEntries(await Promise.all(asked))).to.deep.equal({
      '/lms': 200,
      '/lms?a=1': 200,
      '/lmsx/api/books': 404,
      '/lms/lms/api/books': 404,
      '/api/lms/books': 404,
      '/lms//api/books': 404,
    });
  });

  it('is removed by an application in which the kernel is mounted', async () => {
    const kernel = await installation.boot({ config: { http: { publicUrl: 'https://school.example/lms' } } });
    await kernel.start();
    const server = express().use('/lms', kernel.app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as { port: number };
      const { headers } = await requestsTo(`http://127.0.0.1:${port}`).get('/lms/api/books?limit=30').expect(200);
      expect(headers['link']).to.include('</lms/api/books?offset=0&limit=30>');
    } finally {
      server.close();
    }
  });

  it('is refused if its path has two meanings, or is no path', async () => {
    const problemOf = (publicUrl: string) =>
      installation.boot({ config: { http: { publicUrl } } }).then(
        () => 'none',
        (error: unknown) => String(error),
      );
    expect(await problemOf('https://school.example/api/v')).to.include(
      'begins with "/api", which the server uses itself',
    );
    expect(await problemOf('https://school.example/lms?x=1')).to.include('is no URL of scheme, host and path');
    expect(await problemOf('https://school.example/shelf')).to.include('"/shelf" begins like the path of PUBLIC_URL');
  });
});
