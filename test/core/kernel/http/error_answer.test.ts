import { expect } from 'chai';
import { served } from '../../../support/started.ts';
import { probe } from './probe.ts';

const failing = '/api/plugins/probe/failing';
const guarded = '/api/plugins/probe/guarded';
const internal = { code: 7, message: 'Something went wrong on our side; report it with the request id.' };

describe('Error answers', () => {
  const { installation, api } = served(probe);

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
});
