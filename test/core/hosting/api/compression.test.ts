import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { served } from '../../../support/started.ts';
import { sentAnswer } from '../../../support/raw_http.ts';

const text = `'${'learning '.repeat(300)}'`;
const files = {
  'core/texts/module.json': manifest('texts'),
  'core/texts/resources/texts.js': `
    import { defineResource, field, input, shape } from 'lectern';
    const one = shape('Text').mode('public', { id: field.intString('Id.'), text: field.text('Text.') });
    const long = { id: '7', text: ${text} };
    export default defineResource('/texts', {
      get: { open: true, returns: [one, 'public'], run: (_services, { params, reply }) => {
        if (params.id === '3') reply.header('X-Note', 'two\\nlines');
        return params.id === '2' ? { id: '2', text: 'short' } : long;
      } },
      add: { open: true, accepts: { text: input.text({ maxLength: 9000 }) }, returns: [one, 'public'], run: () => long },
    });`,
  'core/texts/resources/tokens.js': `
    import { defineResource, field, shape } from 'lectern';
    const token = shape('Token').mode('public', { token: field.secret('Token.'), text: field.text('Text.') });
    export default defineResource('/tokens', {
      get: { open: true, returns: [token, 'public'], run: () => ({ token: 'secret', text: ${text} }) },
    });`,
};

describe('Compression', () => {
  const { kernel } = served(files);

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    sentAnswer(`${kernel.url}/api${path}`, headers, method);

  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const coding of ['br', 'gzip'] as const) {
    it(`keeps the content of an answer, with ${coding}`, async () => {
      const plain = await ask('/texts/1');
      const { status, headers, bytes } = await ask('/texts/1', { 'Accept-Encoding': coding });
      expect(status).to.equal(200);
      expect(headers).to.include({ 'content-encoding': coding, 'content-length': String(bytes.length) });
      expect(headers['vary']).to.equal('Accept, Accept-Encoding');
      expect(headers['content-type']).to.equal(plain.headers['content-type']);
      expect(bytes.length).to.be.below(plain.bytes.length / 5);
      expect(unpack[coding](bytes).equals(plain.bytes)).to.equal(true);
      expect(plain.headers).not.to.have.property('content-encoding');
    });
  }

  it('gives the answer an ETag of its own, which revalidates it', async () => {
    const [plain, packed] = [await ask('/texts/1'), await ask('/texts/1', { 'Accept-Encoding': 'gzip' })];
    expect(packed.headers['etag']).to.equal(plain.headers['etag']?.replace(/"$/, '-gzip"'));
    const tag = packed.headers['etag'] as string;
    const again = await ask('/texts/1', { 'Accept-Encoding': 'gzip', 'If-None-Match': tag });
    expect({ status: again.status, etag: again.headers['etag'] }).to.deep.equal({ status: 304, etag: tag });
    const other = await ask('/texts/1', { 'Accept-Encoding': 'gzip', 'If-None-Match': '"other-gzip"' });
    expect(other.status).to.equal(200);
  });

  const skipped = {
    'answers with a secret': ['/tokens/1', {}],
    'answers of one packet': ['/texts/2', {}],
    'answers to requests with Basic credentials': ['/texts/1', { Authorization: 'basic eDp5' }],
    'answers to requests with a cookie': ['/texts/1', { Cookie: 'a=b' }],
    errors: ['/texts/x', {}],
  } as const;
  for (const [name, [path, headers]] of Object.entries(skipped)) {
    it(`skips ${name}`, async () => {
      const answer = await ask(path, { 'Accept-Encoding': 'br, gzip', ...headers });
      expect(answer.headers).not.to.have.property('content-encoding');
      expect(answer.headers['content-length']).to.equal(String(answer.bytes.length));
    });
  }

  it('with a header that cannot be sent are errors, as plain ones are', async () => {
    for (const coding of ['gzip', 'identity'])
      expect((await ask('/texts/3', { 'Accept-Encoding': coding })).status, coding).to.equal(500);
  });

  it('skips answers to POST', async () => {
    const { headers } = await ask('/texts?text=a', { 'Accept-Encoding': 'br' }, 'POST');
    expect(headers).not.to.have.property('content-encoding');
  });

  it('sends the same headers for HEAD as for GET', async () => {
    for (const coding of ['br', 'gzip', 'identity']) {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => ask('/texts/1', { 'Accept-Encoding': coding }, method)),
      );
      const { date, 'x-request-id': id, ...headers } = get?.headers ?? {};
      expect(head?.headers, coding).to.include({ ...headers, vary: headers['vary'] });
      expect(head?.bytes, coding).to.have.length(0);
    }
  });

  it('adds Accept-Encoding to Vary of uncompressed answers, too', async () => {
    const { headers } = await ask('/texts/1', {});
    expect(headers['vary']).to.include('Accept-Encoding');
    expect(headers).not.to.have.property('content-encoding');
  });
});
