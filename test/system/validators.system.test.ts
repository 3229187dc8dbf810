import { expect } from 'chai';
import fc from 'fast-check';
import { after, before, describe, it } from 'mocha';
import { requestsTo, type Requests } from '../../core/testing/requests.ts';
import { startPlatform, type Platform } from '../support/platform.ts';
import { knownTag, originalTags, revisionsIn } from '../../core/kernel/http/entity_tag.ts';
import { Proxy, type ProxyName } from '../support/proxy.ts';
import { conditionalHeaders } from './hostile/conditional_headers.ts';

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
  let platform: Platform;
  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.stop());

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

describe('Conditional headers of any text', function () {
  this.timeout(120_000);
  let platform: Platform;
  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.stop());

  const paths = ['/api/articles/1', '/api/articles', '/api/settings/site', '/docs', '/assets/articles/article.svg'];

  it('are answered without an error of the server', async () => {
    const manager = await platform.as('manager');
    const asked = fc.tuple(
      conditionalHeaders,
      fc.constantFrom(...paths),
      fc.constantFrom('get', 'head', 'patch', 'delete'),
    );
    await fc.assert(
      fc.asyncProperty(asked, async ([{ name, value }, path, method]) => {
        const { status } = await platform.api[method as 'get'](path).set(manager).set(name, value);
        expect(status, `${method} ${path} ${name}: ${value}`).to.be.below(500);
      }),
      { numRuns: 200 },
    );
  });

  it('are parsed in linear time', () => {
    fc.assert(
      fc.property(conditionalHeaders, ({ value }) => {
        const parse = () => [knownTag(value, '"1.abc"'), revisionsIn(value), originalTags(value)];
        // The longest headers take up to 3 ms, and 130 to 300 ms with a parser that goes back.
        expect(leastOf(5, parse), value).to.be.below(15);
      }),
      { numRuns: 1_000 },
    );
  });
});

/** Least CPU time of some calls in milliseconds: other threads of the process may have taken a part. */
function leastOf(times: number, call: () => unknown): number {
  const taken = Array.from({ length: times }, () => {
    const before = process.cpuUsage();
    call();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...taken);
}
