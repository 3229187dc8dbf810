import { expect } from 'chai';
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

/** The CORS headers of an answer. */
function ofOrigins(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));
}

const preflight = (api: ReturnType<typeof supertest>, path: string, origin = app) =>
  api.options(path).set('Origin', origin).set('Access-Control-Request-Method', 'PATCH');

describe('CORS with listed origins', () => {
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
    'a cached answer': ['/api/plugins/tools/kept', 200],
    'an answer to invalid input': ['/api/plugins/probe/echoes?n=x', 422],
    'an answer to an anonymous caller': ['/api/plugins/probe/guarded/1', 401],
    'an internal error': ['/api/plugins/probe/failing/throws', 500],
    'an answer to an unknown path': ['/api/nothing', 404],
    'an answer to a malformed path': ['/api/plugins/probe/echoes/%zz', 400],
    'an answer to a URL that is too long': [`/api/nothing?${'x'.repeat(200)}`, 414],
    'an answer for a failed plugin': ['/api/plugins/broken/things', 503],
    'an answer of a mount': ['/api/plugins/tools/files/a', 200],
    'an error of a mount': ['/api/plugins/tools/files/broken', 500],
    'the OpenAPI document': ['/api/openapi.json', 200],
  };
  for (const [what, [path, status]] of Object.entries(paths)) {
    it(`lets only listed origins read ${what}`, async () => {
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

  it('answers a preflight with methods of the address and headers that operations read', async () => {
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

  it('answers preflights for mounts and failed plugins without calling them', async () => {
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

  it('answers preflights of other origins without CORS headers', async () => {
    const { status, headers } = await preflight(api, '/api/plugins/probe/echoes', 'https://evil.com');
    expect(status).to.equal(204);
    expect(ofOrigins(headers)).to.deep.equal({});
  });

  it('sends no CORS headers outside /api', async () => {
    for (const path of ['/readyz', '/docs', '/apis']) {
      const { headers } = await api.get(path).set('Origin', app);
      expect(ofOrigins(headers), path).to.deep.equal({});
    }
  });

  it('sends one Vary header with Accept and Origin', async () => {
    const { headers } = await api.get('/api/plugins/probe/echoes').set('Origin', 'http://localhost:8080');
    expect(headers).to.include({ 'access-control-allow-origin': 'http://localhost:8080', vary: 'Accept, Origin' });
  });
});

describe('CORS settings', () => {
  const installations: Installation[] = [];
  after(() => Promise.all(installations.map((one) => one.clear())));

  async function serve(cors: object) {
    const installation = new Installation(probe);
    installations.push(installation);
    return (await installation.serve({ config: { http: { cors } } })).api;
  }

  it('allow every origin with "*", without Origin in Vary', async () => {
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

  it('allow credentials of the browser for listed origins only', async () => {
    const api = await serve({ origins: [app], credentials: true });
    const { headers } = await api.get('/api/nothing').set('Origin', app);
    expect(headers['access-control-allow-credentials']).to.equal('true');
    const other = await api.get('/api/nothing').set('Origin', 'https://evil.com');
    expect(ofOrigins(other.headers)).to.deep.equal({});
  });

  it('allow no origin by default', async () => {
    const api = await serve({});
    const { headers } = await preflight(api, '/api/plugins/probe/echoes');
    expect(headers).to.include({ allow: 'POST, GET, HEAD, OPTIONS', vary: 'Accept' });
    expect(ofOrigins(headers)).to.deep.equal({});
  });

  const mistakes: Record<string, [cors: object, message: RegExp]> = {
    'credentials for all origins': [
      { origins: ['*'], credentials: true },
      /"http\.cors\.credentials" .* list the origins/,
    ],
    '"*" beside other origins': [{ origins: ['*', app] }, /"http\.cors\.origins" names "\*" and others/],
    'a page instead of an origin': [{ origins: [`${app}/`] }, /"http\.cors\.origins\.0" must match format "origin"/],
    'an origin with its default port': [{ origins: [`${app}:443`] }, /must match format "origin"/],
    'an origin with capitals': [{ origins: ['https://App.example.com'] }, /must match format "origin"/],
    'the origin "null"': [{ origins: ['null'] }, /must match format "origin"/],
    'an invalid header name': [{ headers: ['X-A, X-B'] }, /"http\.cors\.headers\.0" must match pattern/],
  };
  for (const [mistake, [cors, message]] of Object.entries(mistakes)) {
    it(`are refused at the start with ${mistake}`, async () => {
      const error = await serve(cors).catch((thrown: unknown) => thrown as Error);
      expect((error as Error).message).to.match(message);
    });
  }
});
