import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import supertest from 'supertest';
import { Installation } from '../../../support/installation.ts';
import { probe } from './probe.ts';

const failing = '/api/plugins/probe/failing';
const guarded = '/api/plugins/probe/guarded';
const internal = { code: 7, message: 'Something went wrong on our side; report it with the request id.' };

describe('Error answers', () => {
  const installation = new Installation(probe);
  let api: ReturnType<typeof supertest>;

  before(async () => {
    ({ api } = await installation.serve());
  });
  after(() => installation.clear());

  const logged = (id: string) => installation.logs.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === id);

  for (const way of ['throws', 'text', 'nothing', 'foreign', 'unknown']) {
    it(`hide the cause of an internal error (${way}), which is logged`, async () => {
      const { body, headers, text } = await api.get(`${failing}/${way}`).expect(500);
      expect(body).to.deep.equal({ error: internal, requestId: headers['x-request-id'] });
      expect(text).to.not.include('secret');
      const [error, line] = logged(body.requestId);
      expect(error).to.include({ level: 50, route: '/plugins/probe/failing/{way}', module: 'probe' });
      expect(error.err).to.have.property('stack');
      expect(line).to.include({ status: 500 });
    });
  }

  it('carry the request id when a failure has a status of 500', async () => {
    const { body, headers } = await api.get(`${failing}/spent`).expect(500);
    expect(body).to.deep.equal({ error: { code: 2001, message: 'Spent.' }, requestId: headers['x-request-id'] });
  });

  it('have 503, code 8, while a service is unavailable', async () => {
    const { body, headers, text } = await api.get(`${failing}/away`).expect(503);
    expect(body.error.code).to.equal(8);
    expect(headers['retry-after']).to.equal('5');
    expect(text).to.not.include('secret');
  });

  for (const path of [`${failing}/broken`, `${failing}?way=broken`]) {
    it(`are sent even if a failure has invalid headers, at ${path}`, async () => {
      const { headers, body } = await api.get(path).expect(500);
      expect(headers).to.not.have.property('set-cookie');
      expect(body).to.deep.equal({ error: internal, requestId: headers['x-request-id'] });
    });
  }

  it('have the status and code that the endpoint restates', async () => {
    const { body } = await api.get(`${failing}/mine`).expect(400);
    expect(body).to.deep.equal({ error: { code: 7, message: 'Missing.' } });
  });

  it('and all others have the last value of a header that is set twice', async () => {
    const { headers } = await api.get(`${failing}/twice`).expect(200);
    expect(headers['x-twice']).to.equal('b');
  });

  const problem = 'application/problem+json';
  const problems: readonly (readonly [path: string, status: number, code: number])[] = [
    [`${failing}/mine`, 400, 7],
    [`${failing}/throws`, 500, 7],
    ['/api/nothing', 404, 1],
    ['/nowhere', 404, 1],
    [`${guarded}/1`, 401, 11],
    ['/api/plugins/probe/echoes?n=x', 422, 9],
    ['/api/plugins/probe/echoes/%zz', 400, 2],
  ];
  for (const [path, status, code] of problems) {
    it(`are problem details for a client that accepts them: ${status} at ${path}`, async () => {
      const plain = await api.get(path).set('X-Request-Id', 'one').expect(status);
      const { body, headers } = await api
        .get(path)
        .set('X-Request-Id', 'one')
        .set('Accept', `application/json, ${problem}`)
        .expect(status);
      expect(headers['content-type']).to.equal(`${problem}; charset=utf-8`);
      const { error, requestId } = plain.body;
      expect(body).to.include({ type: 'about:blank', status, code, detail: error.message });
      expect(body.title).to.be.a('string');
      expect(body.requestId).to.equal(requestId);
      expect(body.errors).to.deep.equal(error.details);
    });
  }

  it('are problem details for a 406 and a 405 too', async () => {
    const accept = `application/vnd.a.v9+json, ${problem}`;
    expect((await api.get(`${guarded}/1`).set('Accept', accept).expect(406)).body).to.include({ status: 406, code: 2 });
    expect((await api.put(guarded).set('Accept', problem).expect(405)).body).to.include({ status: 405, code: 12 });
  });

  for (const path of ['/api/plugins/probe/echoes', '/api/nothing', '/nowhere', '/healthz', '/readyz']) {
    it(`and all others echo a valid X-Request-Id at ${path} and replace an invalid one`, async () => {
      for (const id of ['abc', 'A-1_b.c', 'x'.repeat(64)]) {
        expect((await api.get(path).set('X-Request-Id', id)).headers['x-request-id']).to.equal(id);
      }
      const seen = new Set<string>();
      for (const id of ['', 'a b', 'a,b', '<script>', 'x'.repeat(65), 'ä', '"', '../..']) {
        const given = (await api.get(path).set('X-Request-Id', id)).headers['x-request-id'] as string;
        expect(given)
          .to.match(/^[\w.-]{1,64}$/)
          .and.not.equal(id);
        seen.add(given);
      }
      expect(seen.size).to.equal(8);
    });
  }

  it('and all others have the security headers of the API', async () => {
    for (const path of ['/api/plugins/probe/echoes', '/nowhere', '/api/nothing']) {
      const { headers } = await api.get(path);
      expect(headers['content-security-policy']).to.equal("default-src 'none';frame-ancestors 'none'");
      expect(headers['x-content-type-options']).to.equal('nosniff');
      expect(headers).to.not.have.property('x-powered-by');
    }
  });

  describe('come in this order:', () => {
    const json = { 'Content-Type': 'application/json' };
    const holder = { 'X-Key': 'holder' };
    const all = { 'Content-Type': 'text/plain', 'X-Key': 'unknown', Accept: '*/*' };
    const steps: readonly (readonly [
      what: string,
      headers: Record<string, string>,
      path: string,
      body: string,
      status: number,
    ])[] = [
      ['route', all, '/api/plugins/probe/nothing', 'x', 404],
      ['media type', all, `${guarded}/x`, 'x', 415],
      ['credential', { ...json, 'X-Key': 'unknown' }, `${guarded}/x`, '{', 401],
      ['missing credential', json, `${guarded}/x`, '{', 401],
      ['permission', { ...json, 'X-Key': 'nobody' }, `${guarded}/x`, '{', 403],
      ['malformed body', { ...json, ...holder }, `${guarded}/x`, '{', 400],
      ['parameters', { ...json, ...holder }, `${guarded}/x`, '{}', 422],
      ['object', { ...json, ...holder }, `${guarded}/x`, '{"n":1}', 404],
      ['no error', { ...json, ...holder }, `${guarded}/1`, '{"n":1}', 200],
    ];
    for (const [what, headers, path, body, status] of steps) {
      it(what, () => api.patch(path).set(headers).send(body).expect(status));
    }
  });

  it('name every kind of credential with a 401', async () => {
    const { headers, body } = await api.get(`${guarded}/1`).expect(401);
    expect(headers['www-authenticate']).to.equal('Key realm="probe"');
    expect(body.error.code).to.equal(11);
  });
});
