import { request as httpRequest } from 'node:http';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.ts';
import { Installation, manifest, type Files } from '../../../support/installation.ts';
import { served } from '../../../support/started.ts';
import { expectSetAside, type Mistakes } from '../boot/support.ts';
import { probe } from '../http/probe.ts';

const middleware = `
import { asValue, contributes } from 'lectern';
function echo(request, response, next) {
  if (request.path === '/missing') return next();
  if (request.path === '/broken') { response.set('X-Half', 'done'); throw new Error('the secret of the house'); }
  if (request.path === '/refused') return next(Object.assign(new Error('no'), { status: 403 }));
  if (request.path === '/cut') { response.write('half of it'); return next(new Error('the rest is gone')); }
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
    const { method, path, baseUrl, originalUrl, caller, query } = request;
    const body = Buffer.concat(chunks).toString();
    response.status(202).json({ method, path, baseUrl, originalUrl, caller: caller?.nickname, body, query });
  });
}
export default {
  closed: contributes('mounts', asValue({ address: '/plugins/tools/echo', handle: echo })),
  openEcho: contributes('mounts', asValue({ address: '/plugins/tools/open', open: true, bodyLimit: 20, handle: echo })),
  guarded: contributes('mounts', asValue({ address: '/plugins/tools/guarded', requires: 'probe', handle: echo })),
};`;

const tools: Files = { 'plugins/tools/module.json': manifest('tools'), 'plugins/tools/services.js': middleware };

describe('A mount', () => {
  const { installation, kernel, api } = served({ ...probe, ...tools }, { config: { http: { bodyLimit: 100 } } });

  it('answers at and below its address, with the caller in `request.caller`', async () => {
    const answer = await api.put('/api/plugins/tools/echo/a/B?c=d').set('X-Key', 'holder').send({ e: 1 });
    expect(answer.status).to.equal(202);
    const echoed = {
      method: 'PUT',
      path: '/a/B',
      baseUrl: '/api/plugins/tools/echo',
      caller: 'holder',
      body: '{"e":1}',
    };
    expect(answer.body)
      .to.include(echoed)
      .and.deep.include({ query: { c: 'd' } });
    const itself = await api.get('/api/plugins/tools/echo').set('X-Key', 'holder');
    expect(itself.body).to.include({ path: '/', originalUrl: '/api/plugins/tools/echo' });
  });

  it('answers at no other address', async () => {
    for (const path of [
      '/api/plugins/tools/echoes',
      '/api/plugins/tools/Echo',
      '/api/plugins/tools',
      '/plugins/tools/open',
    ]) {
      expect((await api.get(path).set('X-Key', 'holder')).status, path).to.equal(404);
    }
  });

  it('admits signed-in callers, holders of its permission, or everyone, as declared', async () => {
    const ask = async (path: string, key?: string) => {
      const { status, body } = await api
        .get(`/api/plugins/tools/${path}`)
        .set(key === undefined ? {} : { 'X-Key': key });
      return [status, body.error?.code];
    };
    expect(await ask('echo')).to.deep.equal([401, 11]);
    expect(await ask('echo', 'wrong')).to.deep.equal([401, 5]);
    expect(await ask('guarded')).to.deep.equal([401, 11]);
    expect(await ask('guarded', 'nobody')).to.deep.equal([403, 13]);
    expect(await ask('guarded', 'holder')).to.deep.equal([202, undefined]);
    expect(await ask('open')).to.deep.equal([202, undefined]);
    expect(await ask('open', 'wrong')).to.deep.equal([401, 5]);
  });

  it('has its errors answered in the common format, and logged', async () => {
    const broken = await api.get('/api/plugins/tools/open/broken');
    expect(broken.status).to.equal(500);
    expect(broken.body.error).to.include({ code: 7 });
    expect(broken.text).to.not.include('secret');
    expect(broken.headers).to.not.have.property('x-half');
    const line = installation.logs.find((one) => one.includes('the secret of the house')) ?? '{}';
    expect(JSON.parse(line)).to.include({ module: 'tools', route: '/plugins/tools/open' });
    expect((await api.get('/api/plugins/tools/open/refused')).body.error.code).to.equal(2);
    const missing = await api.get('/api/plugins/tools/open/missing');
    expect([missing.status, missing.body.error.code]).to.deep.equal([404, 1]);
    const malformed = await api.get('/api/plugins/tools/echo?%ff=1').set('X-Key', 'holder');
    expect([malformed.status, malformed.body.error.code]).to.deep.equal([400, 2]);
  });

  it('has its answer aborted if it fails after the first bytes', async () => {
    const answer = await fetch(`${kernel.url}/api/plugins/tools/open/cut`);
    const reading = await answer.text().catch((error: unknown) => error);
    expect(reading).to.be.instanceOf(Error);
    const id = answer.headers.get('x-request-id') ?? 'none';
    await eventually(async () => {
      const lines = installation.logs.filter((line) => line.includes(id));
      expect(lines.map((line) => JSON.parse(line).msg)).to.have.members(['the request failed', 'request']);
    });
  });

  it('gets the common headers, a log line and metrics like a resource', async () => {
    const answer = await api.get('/api/plugins/tools/open').set('X-Request-Id', 'mounted-1');
    const resource = await api.get('/api/plugins/probe/echoes');
    for (const name of ['content-security-policy', 'x-content-type-options', 'vary', 'api-version']) {
      expect(answer.headers[name], name).to.equal(resource.headers[name]);
    }
    const id = answer.headers['x-request-id'] ?? '';
    const line = installation.logs.find((one) => one.includes(id) && one.includes('"msg":"request"')) ?? '{}';
    const expected = { method: 'GET', route: '/plugins/tools/open', module: 'tools', status: 202 };
    expect(JSON.parse(line)).to.include(expected);
    const metrics = (await api.get('/metrics')).text;
    expect(metrics).to.match(/route="\/plugins\/tools\/open",module="tools",status="202"/);
  });

  it('turns off buffering of proxies for event streams', async () => {
    const ask = (accept: string) => api.get('/api/plugins/tools/open').set('Accept', accept);
    expect((await ask('text/event-stream')).headers).to.include({ 'x-accel-buffering': 'no' });
    expect((await ask('*/*')).headers).to.not.have.property('x-accel-buffering');
  });

  it('gets no body beyond the limit, with or without Content-Length', async () => {
    const fit = await api.post('/api/plugins/tools/open').type('text').send('x'.repeat(20));
    expect(fit.body.body).to.have.length(20);
    const large = await api.post('/api/plugins/tools/open').type('text').send('x'.repeat(21));
    expect([large.status, large.body.error.message]).to.deep.equal([413, 'The request body is larger than 20 bytes.']);
    const general = await api.post('/api/plugins/tools/echo').set('X-Key', 'holder').type('text').send('x'.repeat(101));
    expect(general.status).to.equal(413);
    const url = `${kernel.url}/api/plugins/tools/open`;
    expect(await inChunks(url, ['x'.repeat(10), 'x'.repeat(10)])).to.equal(202);
    expect(await inChunks(url, ['x'.repeat(10), 'x'.repeat(11)])).to.equal(413);
    expect(await inChunks(url, ['x'.repeat(15), 'x'.repeat(15)], 100)).to.equal(413);
  });

  it('is listed in `kernel.mounts` with its access', () => {
    const listed = kernel.mounts.map(({ address, module, file, access }) => [address, module, file, access.kind]);
    expect(listed[0]).to.deep.equal(['/plugins/tools/echo', 'tools', 'plugins/tools/services.js', 'signedIn']);
    expect(listed.map(([, , , kind]) => kind)).to.deep.equal(['signedIn', 'open', 'permission']);
  });
});

describe('A mount of a plugin', () => {
  const with_ = (mounts: string, more: Files = {}): Files => ({
    'plugins/a/module.json': manifest('a'),
    'plugins/a/services.js': `
import { asValue, contributes } from 'lectern';
const handle = () => undefined;
export default { ${mounts} };`,
    ...more,
  });
  let mounts = 0;
  const mount = (what: string) => `mount${++mounts}: contributes('mounts', asValue({ ${what} })),`;
  const things = `
import { defineResource, raw } from 'lectern';
export default defineResource('/plugins/a/things', { get: { returns: [raw], run: () => ({}) } });`;
  const mistakes: Mistakes = {
    'has an address that is not of its plugin': [
      with_(mount("address: '/articles', handle")),
      /"\/articles" is not this plugin's/,
    ],
    'has a malformed address': [with_(mount("address: 'plugins/a/', handle")), /malformed/],
    'has an address with a parameter': [with_(mount("address: '/plugins/a/{id}', handle")), /has a parameter/],
    'has no function `handle`': [with_(mount("address: '/plugins/a/x'")), /"handle" is missing; give a function/],
    'overlaps another mount': [
      with_(mount("address: '/plugins/a/x', handle") + mount("address: '/plugins/a/x/y', handle")),
      /overlaps with \/plugins\/a\/x of plugins\/a\/services\.js/,
    ],
    'overlaps a resource': [
      with_(mount("address: '/plugins/a/things', handle"), { 'plugins/a/resources/things.js': things }),
      /overlaps with \/plugins\/a\/things\/\{id\} of plugins\/a\/resources\/things\.js/,
    ],
  };

  it('sets its plugin aside with a mistake', async () => {
    const installation = new Installation();
    await expectSetAside(installation, mistakes);
    await installation.clear();
  });

  it('opens the breaker of its plugin after repeated errors', async () => {
    const failing = "address: '/plugins/a/x', open: true, handle() { throw new Error('broken') }";
    const installation = new Installation(with_(mount(failing)));
    const breaker = { failures: 2, windowSeconds: 60, pauseSeconds: 60 };
    const { api } = await installation.serve({ config: { guard: { breaker } } });
    const statuses = [];
    for (let time = 0; time < 3; time++) statuses.push((await api.get('/api/plugins/a/x')).status);
    expect(statuses).to.deep.equal([500, 500, 503]);
    await installation.clear();
  });

  it('may have another address that the manifest declares', async () => {
    const files = with_(mount("address: '/tools/x', open: true, handle: (q, response) => response.end('here')"));
    const said = { 'plugins/a/module.json': manifest('a', { mounts: ['/tools'] }) };
    const installation = new Installation({ ...files, ...said });
    const { api } = await installation.serve();
    expect((await api.get('/api/tools/x/y')).text).to.equal('here');
    await installation.clear();
  });
});

/** Status of the answer to a body that is sent piece by piece. */
function inChunks(url: string, chunks: readonly string[], pause = 0): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: 'POST' }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject);
    request.write(chunks[0], () => setTimeout(() => request.end(chunks[1]), pause));
  });
}
