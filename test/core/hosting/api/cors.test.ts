import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type supertest from 'supertest';
import { Installation, manifest, type Files } from '../../../support/installation.ts';
import { probe } from '../../kernel/http/probe.ts';

const app = 'https://app.example.com';

const tools: Files = {
  'plugins/tools/module.json': manifest('tools'),
  'plugins/tools/services.js': `
import { asValue, contributes } from 'lectern';
const session = {
  name: 'Session', rank: 20, security: { type: 'apiKey', in: 'cookie', name: 'session' }, find: () => undefined,
  identify: () => undefined,
};
function handle({ path }, response, next) {
  response.set('X-Half', 'done');
  if (path === '/broken') next(new Error('broken')); else response.json({ path });
}
export default {
  session: contributes('authenticators', asValue(session)),
  tools: contributes('mounts', asValue({ address: '/plugins/tools/files', handle })),
};`,
  'plugins/tools/resources/kept.js': `
import { defineResource, raw } from 'lectern';
export default defineResource('/plugins/tools/kept', { search: { open: true, cached: 60, returns: [raw], run: () => [] } });`,
  'plugins/broken/module.json': manifest('broken'),
  'plugins/broken/services.js': 'nonsense(',
};

type Headers = Record<string, string | undefined>;

/** The headers of an answer that are about origins. */
function ofOrigins(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));
}

const preflight = (api: ReturnType<typeof supertest>, path: string, origin = app) =>
  api.options(path).set('Origin', origin).set('Access-Control-Request-Method', 'PATCH');

describe('Scripts of other origins', () => {
  const installation = new Installation({ ...probe, ...tools });
  let api: ReturnType<typeof supertest>;

  before(async () => {
    const cors = {
      origins: [app, 'http://localhost:8080'],
      headers: ['X-Shop'],
      exposedHeaders: ['X-Left'],
      maxAge: 5,
    };
    ({ api } = await installation.serve({ config: { http: { cors, urlLimit: 200 } } }));
  });
  after(() => installation.clear());

  const paths: Record<string, [path: string, status: number]> = {
    'an answer': ['/api/plugins/probe/echoes', 200],
    'an answer that caches keep': ['/api/plugins/tools/kept', 200],
    'the answer to a wrong parameter': ['/api/plugins/probe/echoes?n=x', 422],
    'an answer to somebody who has not signed in': ['/api/plugins/probe/guarded/1', 401],
    'an answer that went wrong': ['/api/plugins/probe/failing/throws', 500],
    'an answer about nothing': ['/api/nothing', 404],
    'an answer to a path that is broken': ['/api/plugins/probe/echoes/%zz', 400],
    'an answer to a URL that is too long': [`/api/nothing?${'x'.repeat(200)}`, 414],
    'an answer for a plugin that is out of service': ['/api/plugins/broken/things', 503],
    'the answer of middleware': ['/api/plugins/tools/files/a', 200],
    'the answer of middleware that failed': ['/api/plugins/tools/files/broken', 500],
    'the document of the API': ['/api/openapi.json', 200],
  };
  for (const [what, [path, status]] of Object.entries(paths)) {
    it(`may read ${what} where theirs is named, and no other may`, async () => {
      const key = path.includes('tools') ? { 'X-Key': 'holder' } : {};
      const allowed = await api.get(path).set({ Origin: app, ...key });
      expect(allowed.status).to.equal(status);
      expect(ofOrigins(allowed.headers)).to.have.all.keys(
        'access-control-allow-origin',
        'access-control-expose-headers',
      );
      expect(allowed.headers['access-control-allow-origin']).to.equal(app);
      expect(allowed.headers['vary']).to.match(/\bOrigin\b/);
      for (const Origin of [
        undefined,
        `${app}.evil.com`,
        'https://APP.example.com',
        'http://app.example.com',
        'null',
      ]) {
        const other = await api.get(path).set({ ...(Origin && { Origin }), ...key });
        expect(ofOrigins(other.headers), Origin).to.deep.equal({});
        expect(other.headers['vary'], Origin).to.match(/\bOrigin\b/);
      }
    });
  }

  it('are told by a preflight what stands at an address: its methods, and the headers that operations heed', async () => {
    const { status, headers, text } = await preflight(api, '/api/plugins/probe/echo/1?a=b').set('Authorization', 'x y');
    expect([status, text]).to.deep.equal([204, '']);
    expect(ofOrigins(headers)).to.include({
      'access-control-allow-origin': app,
      'access-control-allow-methods': 'GET, HEAD, DELETE, PATCH, PUT',
      'access-control-max-age': '5',
    });
    const allowed = headers['access-control-allow-headers']?.split(', ');
    expect(allowed).to.include.members([
      'X-Key',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'X-Shop',
    ]);
    expect(allowed).to.not.include('Cookie');
    expect(headers['access-control-expose-headers']?.split(', ')).to.include.members([
      'ETag',
      'X-Total-Count',
      'X-Left',
    ]);
    for (const name of ['access-control-allow-credentials', 'access-control-allow-private-network'])
      expect(headers).to.not.have.property(name);
  });

  it('are told so of middleware and of plugins out of service, which are not asked', async () => {
    for (const path of ['/api/plugins/tools/files/broken', '/api/plugins/broken/things']) {
      const { status, headers } = await preflight(api, path);
      expect([status, headers['access-control-allow-methods']], path).to.deep.equal([
        204,
        'GET, HEAD, POST, PUT, PATCH, DELETE',
      ]);
      expect((await preflight(api, path, 'https://evil.com')).status, path).to.be.oneOf([401, 503]);
    }
    expect((await preflight(api, '/api/nothing')).status).to.equal(404);
  });

  it('are told nothing where theirs is not named', async () => {
    const { status, headers } = await preflight(api, '/api/plugins/probe/echoes', 'https://evil.com');
    expect(status).to.equal(204);
    expect(ofOrigins(headers)).to.deep.equal({});
  });

  it('may read nothing beside the API', async () => {
    for (const path of ['/readyz', '/docs', '/apis']) {
      const { headers } = await api.get(path).set('Origin', app);
      expect(ofOrigins(headers), path).to.deep.equal({});
    }
  });

  it('find one Vary with what is said of cached answers', async () => {
    const { headers } = await api.get('/api/plugins/probe/echoes').set('Origin', 'http://localhost:8080');
    expect(headers).to.include({ 'access-control-allow-origin': 'http://localhost:8080', vary: 'Accept, Origin' });
  });
});

describe('Scripts of all origins', () => {
  const installations: Installation[] = [];
  after(() => Promise.all(installations.map((one) => one.clear())));

  async function serve(cors: object) {
    const installation = new Installation(probe);
    installations.push(installation);
    return (await installation.serve({ config: { http: { cors } } })).api;
  }

  it('may read everything where the configuration says so, and caches need not tell them apart', async () => {
    const api = await serve({ origins: ['*'] });
    for (const path of ['/api/plugins/probe/echoes', '/api/nothing', '/api/openapi.json']) {
      const { headers } = await api.get(path);
      expect(headers['access-control-allow-origin'], path).to.equal('*');
      expect(headers['vary'] ?? '', path).to.not.include('Origin');
    }
    const { headers } = await preflight(api, '/api/plugins/probe/echoes');
    expect(headers).to.include({ 'access-control-allow-origin': '*', 'access-control-max-age': '600' });
    expect(headers['access-control-allow-methods']).to.equal('POST, GET, HEAD');
  });

  it('may send credentials of the browser only where they are named', async () => {
    const api = await serve({ origins: [app], credentials: true });
    const { headers } = await api.get('/api/nothing').set('Origin', app);
    expect(headers['access-control-allow-credentials']).to.equal('true');
    const other = await api.get('/api/nothing').set('Origin', 'https://evil.com');
    expect(ofOrigins(other.headers)).to.deep.equal({});
  });

  it('may read nothing unless it is switched on', async () => {
    const api = await serve({});
    const { headers } = await preflight(api, '/api/plugins/probe/echoes');
    expect(headers).to.include({ allow: 'POST, GET, HEAD, OPTIONS', vary: 'Accept' });
    expect(ofOrigins(headers)).to.deep.equal({});
  });

  const mistakes: Record<string, [cors: object, message: RegExp]> = {
    'all origins with credentials': [
      { origins: ['*'], credentials: true },
      /"http\.cors\.credentials" .* list the origins/,
    ],
    'all origins and others': [{ origins: ['*', app] }, /"http\.cors\.origins" names "\*" and others/],
    'a page instead of an origin': [{ origins: [`${app}/`] }, /"http\.cors\.origins\.0" must match format "origin"/],
    'a port that goes without saying': [{ origins: [`${app}:443`] }, /must match format "origin"/],
    'capitals that browsers do not send': [{ origins: ['https://App.example.com'] }, /must match format "origin"/],
    'the origin that anybody can have': [{ origins: ['null'] }, /must match format "origin"/],
    'a header that is none': [{ headers: ['X-A, X-B'] }, /"http\.cors\.headers\.0" must match pattern/],
  };
  for (const [mistake, [cors, message]] of Object.entries(mistakes)) {
    it(`are refused at the start: ${mistake}`, async () => {
      const error = await serve(cors).catch((thrown: unknown) => thrown as Error);
      expect((error as Error).message).to.match(message);
    });
  }
});
