import { expect } from 'chai';
import supertest from 'supertest';
import { manifest } from '../../../../support/installation.ts';
import { served } from '../../../../support/started.ts';

const uploads = `
  import { contributes, defineResource, input, raw } from 'lectern';
  const described = ({ name, type, bytes }) => ({ name, type, size: bytes.length });
  export default defineResource('/plugins/shelf/uploads', {
    add: {
      open: true,
      accepts: {
        title: input.optional(input.text()),
        cover: input.optional(input.file({ types: ['image/png', 'text/plain'], maxBytes: 100 })),
        pages: input.optional(input.list(input.file({ types: ['application/pdf'], maxBytes: 100 }), { maxItems: 2 })),
      },
      returns: [raw],
      run: (_s, { input: { title, cover, pages } }) => ({
        title, cover: cover && described(cover), pages: pages?.map(described),
      }),
    },
    update: {
      accepts: { movie: input.file({ types: ['video/mp4'], maxBytes: 3000000 }) }, returns: [raw],
      run: (_s, { input: { movie } }) => described(movie),
    },
  });`;
const keys = `
  import { asValue, contributes } from 'lectern';
  const user = { id: '1', nickname: 'one', roles: [], permissions: new Set() };
  export default { keys: contributes('authenticators', asValue({
    name: 'Key', rank: 1, challenge: 'Key', security: { type: 'apiKey', in: 'header', name: 'X-Key' },
    find: (request) => request.header('x-key'), identify: () => user,
  })) };`;
const png = Buffer.from('89504e470d0a1a0a00', 'hex');
const path = '/api/plugins/shelf/uploads';

describe('Files of multipart bodies', () => {
  const { api } = served({
    'plugins/shelf/module.json': manifest('shelf'),
    'plugins/shelf/services.js': keys,
    'plugins/shelf/resources/uploads.js': uploads,
  });

  const refusal = async (request: supertest.Test) => {
    const { status, body } = await request;
    return `${status} ${(body as { error?: { message: string } }).error?.message ?? ''}`;
  };

  it('reach the operation with name, type and bytes, beside the other fields', async () => {
    const { body } = await api.post(path).field('title', 'Faüst').attach('cover', png, 'cover.png').expect(200);
    expect(body).to.deep.equal({ title: 'Faüst', cover: { name: 'cover.png', type: 'image/png', size: 9 } });
    const pages = api
      .post(path)
      .attach('pages', Buffer.from('%PDF-1'), 'a.pdf')
      .attach('pages', Buffer.from('%PDF-2'), 'b');
    expect((await pages.expect(200)).body.pages.map(({ name }: { name: string }) => name)).to.deep.equal([
      'a.pdf',
      'b',
    ]);
    const single = await api.post(path).attach('pages', Buffer.from('%PDF-1'), 'a.pdf').expect(200);
    expect(single.body.pages).to.have.length(1);
  });

  it('are missing when a browser sends an empty file field', async () => {
    const { body } = await api
      .post(path)
      .field('title', 'a')
      .attach('cover', Buffer.alloc(0), { filename: '' })
      .expect(200);
    expect(body).to.deep.equal({ title: 'a' });
  });

  it('are refused when too large or too many, and ignored when undeclared', async () => {
    expect(await refusal(api.post(path).attach('cover', Buffer.alloc(101, 'a'), 'a'))).to.match(
      /^422 .*at most 100 bytes/,
    );
    const four = api.post(path);
    for (let n = 0; n < 4; n++) void four.attach('pages', Buffer.from('%PDF-1'), `${n}`);
    expect(await refusal(four)).to.equal('400 This form takes at most 3 files.');
    const undeclared = await api.post(path).attach('other', png, 'a').expect(200);
    expect(undeclared.body).to.deep.equal({});
    const broken = Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="title"\r\n\r\n'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('\r\n--x--\r\n'),
    ]);
    const answer = await fetch((api.post(path) as unknown as { url: string }).url, {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      body: broken,
    });
    expect(answer.status).to.equal(400);
  });

  const part = (head: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\nhello\r\n`;
  const send = (parts: string) => api.post(path).type('multipart/form-data; boundary=x').send(`${parts}--x--\r\n`);

  it('are not parsed in a form of over 100 parts, or with heads of over 16 KB together', async () => {
    const title = part('name="title"');
    await send(title + part('name="other"').repeat(99)).expect(200);
    expect(await refusal(send(title.repeat(101)))).to.equal('400 The form has over 100 fields and files.');
    const long = [part(`name*=${'a'.repeat(20_000)}`), part(`name="${'a'.repeat(6_000)}"`).repeat(3)];
    for (const parts of [...long, `--x\r\n${'a:b\r\n'.repeat(4_000)}`])
      expect(await refusal(send(parts))).to.match(/^400 The heads of the parts have over 16384 bytes together/);
  });

  it('are refused when the body ends within a file', async () => {
    const form = part('name="cover"; filename="a"').slice(0, -4);
    const answer = api.post(path).type('multipart/form-data; boundary=x').send(form);
    expect(await refusal(answer)).to.equal('400 The multipart body is malformed.');
  });

  it('raise the limit of the body for signed-in callers only', async () => {
    const movie = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(2_000_000)]);
    const { body } = await api.patch(`${path}/1`).set('X-Key', 'k').attach('movie', movie, 'a.mp4').expect(200);
    expect(body).to.deep.equal({ name: 'a.mp4', type: 'video/mp4', size: 2_000_012 });
    expect((await api.patch(`${path}/1`).set('X-Key', 'k').send({ movie: 'a' })).status).to.equal(422);
    const large = Buffer.alloc(70_000, 'a');
    expect((await api.post(path).attach('cover', large, 'a')).status).to.equal(413);
  });

  it('are binary text in the OpenAPI document, of multipart bodies only', async () => {
    const { body } = await api.get('/api/openapi.json').expect(200);
    const { content } = body.paths['/api/plugins/shelf/uploads'].post.requestBody;
    expect(Object.keys(content)).to.deep.equal(['multipart/form-data']);
    expect(content['multipart/form-data'].encoding).to.deep.equal({
      cover: { contentType: 'image/png, text/plain' },
      pages: { contentType: 'application/pdf' },
    });
    const [, name = ''] = /^#\/components\/schemas\/(\w+)$/.exec(content['multipart/form-data'].schema.$ref) ?? [];
    const { cover, pages } = body.components.schemas[name].properties;
    expect([cover, pages.items]).to.deep.equal([
      { type: 'string', format: 'binary' },
      { type: 'string', format: 'binary' },
    ]);
  });
});
