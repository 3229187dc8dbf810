import { expect } from 'chai';
import fc from 'fast-check';
import { Installation, manifest } from '../../../support/installation.ts';
import { served } from '../../../support/started.ts';
import { Contract, type Tree } from './contract.ts';

const mail = '/api/plugins/post/mail';

const post = {
  'plugins/post/module.json': manifest('post'),
  'plugins/post/resources/mail.js': `
import { defineResource, rawBody, verbatim } from 'lectern';
const words = {
  length: ({ input }) => ({ status: 200, type: 'text/plain', body: String(input.bytes.length) }),
  hex: ({ input }) => ({ status: 200, type: 'text/plain', body: input.bytes.toString('hex') }),
  header: ({ request }) => ({ status: 200, type: 'text/plain', body: request.header('x-signature') ?? 'none' }),
  fail: () => ({ status: 400, type: 'application/json', body: '{"code":"FAIL"}' }),
  crown: ({ reply }) => { reply.header('X-Crown', 'gold'); return { status: 201, type: 'text/plain', body: '王' }; },
  html: () => ({ status: 200, type: 'text/html', body: '<p>' }),
  teapot: () => ({ status: 600, type: 'text/plain', body: '' }),
  number: () => ({ status: 200, type: 'text/plain', body: 7 }),
};
export default defineResource('/plugins/post/mail/{way}', {
  add: { open: true, accepts: rawBody, returns: [verbatim], run: (_services, call) => words[call.params.way](call) },
});`,
  'plugins/post/resources/bells.js': `
import { defineResource, verbatim } from 'lectern';
const ding = { status: 200, type: 'text/plain', body: 'ding' };
export default defineResource('/plugins/post/bell', {
  singleton: true,
  get: { open: true, returns: [verbatim], run: () => ding },
});`,
  'plugins/post/resources/letters.ts': `
import { accepts, open, rawBody, resource, returns, verbatim } from 'lectern';
import type { InputOf, OpenCall } from 'lectern';
@resource('/plugins/post/letters')
export default class Letters {
  @open @accepts(rawBody) @returns(verbatim)
  update({ input }: OpenCall<{ id: string }, InputOf<typeof rawBody>>) {
    return { status: 200, type: 'text/plain', body: input.bytes.toString('latin1') } as const;
  }
}`,
};

describe('Operations with rawBody and verbatim', () => {
  const { installation, api } = served(post, { config: { http: { bodyLimit: 2_000 } } });

  const hexOf = async (bytes: Buffer, type?: string) => {
    const request = api.post(`${mail}/hex`).serialize((body) => body as never);
    if (type !== undefined) void request.set('Content-Type', type);
    return (await request.send(bytes).expect(200)).text;
  };

  it('receive every byte of the body unchanged, whatever its media type', async () => {
    const type = fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'text/json',
      'image/png',
      'x',
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 1_000 }), type, async (array, media) => {
        const bytes = Buffer.from(array);
        expect(await hexOf(bytes, media)).to.equal(bytes.toString('hex'));
      }),
      { numRuns: 50 },
    );
  });

  it('receive no bytes for a request without a body', async () => {
    expect((await api.post(`${mail}/length`).expect(200)).text).to.equal('0');
  });

  it('receive request headers and a body without a media type', async () => {
    expect(await hexOf(Buffer.from([0, 255]))).to.equal('00ff');
    expect((await api.post(`${mail}/header`).set('X-Signature', 'abc').expect(200)).text).to.equal('abc');
  });

  it('may be `update` of a class', async () => {
    const answer = await api.patch('/api/plugins/post/letters/1').type('text/plain').send('hello').expect(200);
    expect(answer.text).to.equal('hello');
  });

  it('answer with their own status, type and body, and the common headers', async () => {
    const fail = await api
      .post(`${mail}/fail`)
      .send('{}')
      .expect(400)
      .expect('Content-Type', /^application\/json;/);
    expect(fail.text).to.equal('{"code":"FAIL"}');
    expect(fail.headers).to.include.keys('x-request-id', 'api-version', 'x-content-type-options');
    const crown = await api.post(`${mail}/crown`).expect(201).expect('Content-Type', 'text/plain; charset=utf-8');
    expect(crown.text).to.equal('王');
    expect(crown.headers).to.include({ 'x-crown': 'gold', 'content-length': '3' });
  });

  it('answer 500 for an invalid status, type or body', async () => {
    for (const way of ['html', 'teapot', 'number']) {
      const { body } = await api.post(`${mail}/${way}`).expect(500);
      expect(body.error.code, way).to.equal(7);
    }
  });

  it('refuse a body beyond the limit', async () => {
    const { body } = await api.post(`${mail}/length`).type('text/plain').send('x'.repeat(2_001)).expect(413);
    expect(body.error.code).to.equal(2);
    expect((await api.post(`${mail}/length`).type('text/plain').send('x'.repeat(2_000))).text).to.equal('2000');
  });

  it('have no tag when they are read, and the document promises none', async () => {
    const answer = await api.get('/api/plugins/post/bell').expect(200, 'ding');
    expect(answer.headers).to.include({ 'cache-control': 'no-store' }).and.not.have.property('etag');
    const contract = new Contract((await api.get('/api/openapi.json')).body as Tree);
    const { responses } = contract.operation('GET', '/api/plugins/post/bell').tree;
    expect(responses).to.not.have.property('304');
    expect(responses)
      .to.have.nested.property('200.headers')
      .that.includes.keys('Cache-Control')
      .and.not.have.property('ETag');
  });

  it('are documented with any body, and with text and JSON for any status', async () => {
    const contract = new Contract((await api.get('/api/openapi.json')).body as Tree);
    const operation = contract.operation('POST', '/api/plugins/post/mail/{way}');
    expect(operation.tree['requestBody']).to.deep.equal({ required: false, content: { '*/*': { schema: {} } } });
    const { responses } = operation.tree;
    expect(Object.keys(responses))
      .to.include.members(['200', '400', '404', '413', '500', 'default'])
      .and.not.include('415');
    for (const status of [200, 400, 500, 'default']) {
      const { content } = contract.response(operation, status as number)!;
      expect(content, String(status)).to.include.keys('text/plain', 'application/json');
    }
    const refused = await api.post(`${mail}/length`).type('text/plain').send('x'.repeat(2_001));
    contract.check(operation, refused);
  });

  it('have answers of the kind "verbatim" in `kernel.routes`', async () => {
    const kernel = await installation.boot();
    const answers = kernel.routes.map(({ answer }) => 'kind' in answer && answer.kind);
    expect(answers).to.deep.equal(['verbatim', 'verbatim', 'verbatim']);
  });

  it('stop the start if `search` accepts rawBody', async () => {
    const files = {
      'core/base/module.json': manifest('base'),
      'core/base/resources/things.js': `
        import { defineResource, rawBody, verbatim } from 'lectern';
        export default defineResource('/things', { search: { open: true, accepts: rawBody, returns: [verbatim], run: () => 1 } });`,
    };
    const other = new Installation(files);
    const fault = await other.boot().catch((error: unknown) => error);
    await other.clear();
    expect((fault as Error).message).to.match(
      /core\/base\/resources\/things\.js.*search accepts rawBody, but only add and update read a body/,
    );
  });
});

describe('The service publicUrl', () => {
  const reader = {
    'core/base/module.json': manifest('base'),
    'core/base/resources/addresses.js': `
      import { defineResource, raw } from 'lectern';
      export default defineResource('/addresses', {
        uses: ['publicUrl'],
        search: { open: true, returns: [raw], run: ({ publicUrl }) => ({ url: publicUrl() }) },
      });`,
  };
  const installation = new Installation(reader);
  after(() => installation.clear());

  it('returns the listening address, or http.publicUrl of the configuration', async () => {
    const { kernel, api } = await installation.serve();
    const asked = await api.get('/api/addresses').set('Host', 'evil.example').expect(200);
    expect(asked.body).to.deep.equal({ url: kernel.url });
    const named = await installation.serve({ config: { http: { publicUrl: 'https://school.example' } } });
    expect((await named.api.get('/api/addresses')).body).to.deep.equal({ url: 'https://school.example' });
  });
});
