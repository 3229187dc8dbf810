import { expect } from 'chai';
import { requestsTo, type Requests } from '../../core/testing/requests.ts';
import { Proxy, type ProxyName } from '../support/proxy.ts';
import { started } from '../support/started.ts';
import { startPlatform } from '../support/platform.ts';

interface Compressing {
  readonly name: ProxyName;
  /** What the proxy makes of an entity tag. */
  readonly changed: (tag: string) => string;
  readonly configure: (port: number, url: URL) => string;
}

const proxies: readonly Compressing[] = [
  {
    name: 'nginx',
    changed: (tag) => `W/${tag}`,
    configure: (port, { host }) => `
      gzip on; gzip_proxied any; gzip_min_length 1; gzip_types application/json image/svg+xml;
      server { listen 127.0.0.1:${port}; location / { proxy_pass http://${host}; } }`,
  },
  {
    name: 'haproxy',
    changed: (tag) => `W/${tag}`,
    configure: (port, { host }) => `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  compression algo gzip
frontend public
  bind 127.0.0.1:${port}
  default_backend one
backend one
  server one ${host}
`,
  },
  {
    name: 'apache2',
    changed: (tag) => tag.replace(/"$/, '-gzip"'),
    configure: (port, { host }) => `
      Listen 127.0.0.1:${port}
      SetOutputFilter DEFLATE
      ProxyPass / http://${host}/`,
  },
];

describe('Entity tags behind a proxy that compresses', function () {
  this.timeout(120_000);
  const platform = started(() => startPlatform());

  for (const { name, changed, configure } of proxies) {
    describe(name, () => {
      let proxy: Proxy;
      let behind: Requests;
      before(async () => {
        proxy = await Proxy.start(name, (port) => configure(port, new URL(platform.url)));
        behind = requestsTo(proxy.url);
      });
      after(() => proxy.stop());

      // The server does not compress answers to Basic credentials, so the proxy does. Categories count no visits.
      const read = (path: string, headers: Record<string, string> = {}) =>
        behind
          .get(path)
          .auth('manager', 'Lectern-2026')
          .set({ 'Accept-Encoding': 'gzip', ...headers });

      it('revalidate an answer that the proxy has compressed', async () => {
        for (const path of ['/api/article_categories/1', '/api/article_categories', '/assets/articles/article.svg']) {
          const plain = await platform.api.get(path).auth('manager', 'Lectern-2026').set('Accept-Encoding', 'identity');
          const { headers } = await read(path).expect(200);
          expect(headers, path).to.include({ 'content-encoding': 'gzip' });
          const tag = headers['etag'] as string;
          if (!plain.headers['etag']!.startsWith('W/')) expect(tag).to.equal(changed(plain.headers['etag']!));
          await read(path, { 'If-None-Match': tag }).expect(304);
        }
      });

      it('permit a change of the revision that was read, and refuse one of an older revision', async () => {
        const { headers } = await read('/api/article_categories/1').expect(200);
        const change = (name: string) =>
          behind
            .patch('/api/article_categories/1')
            .auth('manager', 'Lectern-2026')
            .set('If-Match', headers['etag'] as string)
            .send({ name });
        await change('Behind a proxy').expect(200);
        const { body } = await change('Changed meanwhile').expect(412);
        expect(body.error.code).to.equal(14);
      });
    });
  }
});
