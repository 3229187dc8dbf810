import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { sentAnswer } from '../../../support/raw_http.ts';
import { started } from '../../../support/started.ts';
import { startPlatform } from '../../../support/platform.ts';

const address = '/api/openapi.json';

describe('Stored answers', () => {
  const platform = started(() => startPlatform());

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    sentAnswer(`${platform.url}${path}`, headers, method);

  const unpack = { br: brotliDecompressSync, gzip: gunzipSync } as const;
  const accepted = {
    br: 'br',
    gzip: 'gzip',
    'gzip, deflate, br, zstd': 'br',
    'br;q=0, gzip': 'gzip',
    'br;q=0.5, gzip;q=0.8': 'gzip',
    '*': 'br',
    'GZIP;Q=1': 'gzip',
  } as const;
  for (const [accept, coding] of Object.entries(accepted)) {
    it(`are encoded with ${coding} for Accept-Encoding "${accept}"`, async () => {
      const plain = await ask(address);
      const { headers, bytes } = await ask(address, { 'Accept-Encoding': accept });
      expect(headers['content-encoding']).to.equal(coding);
      expect(headers['content-length']).to.equal(String(bytes.length));
      expect(unpack[coding](bytes).equals(plain.bytes)).to.equal(true);
      expect(bytes.length).to.be.below(plain.bytes.length / 5);
    });
  }

  for (const accept of ['', 'identity', 'deflate', 'br;q=0, gzip;q=0', 'br;q=x', 'brotli', '*;q=0']) {
    it(`are sent uncompressed for Accept-Encoding "${accept}"`, async () => {
      const { headers, bytes } = await ask(address, { 'Accept-Encoding': accept });
      expect(headers).not.to.have.property('content-encoding');
      expect(JSON.parse(bytes.toString())).to.have.property('openapi');
    });
  }

  it('have an ETag for each coding, which revalidates them', async () => {
    const tags = new Set<string>();
    for (const coding of ['identity', 'gzip', 'br']) {
      const { headers } = await ask(address, { 'Accept-Encoding': coding });
      expect(headers['vary']).to.match(/\bAccept-Encoding\b/);
      expect(headers['cache-control']).to.equal('no-cache');
      const tag = headers['etag'] as string;
      tags.add(tag);
      const again = await ask(address, { 'Accept-Encoding': coding, 'If-None-Match': tag });
      expect(again.status).to.equal(304);
      expect(again.bytes).to.have.length(0);
      expect(again.headers['etag']).to.equal(tag);
    }
    expect(tags.size).to.equal(3);
    const other = await ask(address, { 'If-None-Match': '"other"' });
    expect(other.status).to.equal(200);
  });

  it('answer HEAD like GET, without the body', async () => {
    for (const path of [address, '/docs', '/', '/docs/swagger-ui-bundle.js']) {
      const headers = { 'Accept-Encoding': 'gzip', Accept: 'text/html' };
      const [whole, head] = [await ask(path, headers), await ask(path, headers, 'HEAD')];
      expect(head.status).to.equal(200);
      expect(head.bytes).to.have.length(0);
      for (const name of ['content-length', 'content-type', 'content-encoding', 'etag', 'vary'])
        expect(head.headers[name], `${name} of ${path}`).to.equal(whole.headers[name]);
    }
  });

  it('have an ETag for each version and kind of bodies', async () => {
    const tags = ['', '?version=1', '?bodies=all', '?version=1&bodies=all'].map(async (query) => {
      return (await ask(address + query)).headers['etag'];
    });
    expect(new Set(await Promise.all(tags)).size).to.equal(4);
    expect((await ask(`${address}?version=2&bodies=json`)).headers['etag']).to.equal(await tags[0]);
  });

  it('may be read by scripts of the same origin only', async () => {
    const { headers } = await ask(address, { Origin: 'https://elsewhere.example.com' });
    expect(headers).not.to.have.property('access-control-allow-origin');
    expect(headers['cross-origin-resource-policy']).to.equal('same-origin');
  });
});
