import { expect } from 'chai';
import { RawConnection, type RawAnswer } from '../../../support/raw_http.ts';
import { served } from '../../../support/started.ts';
import { BODY_LIMIT, HOST, JSON_TYPE, chunked, echo, get, post, refused } from './bad_requests.ts';
import { probe } from './probe.ts';

function expectRefusal(answer: RawAnswer, status: number, code: number): void {
  expect(answer.status, answer.body).to.equal(status);
  expect(answer.headers['content-type']).to.equal('application/json; charset=utf-8');
  expect(answer.headers['x-request-id']).to.match(/^[\w.-]{1,64}$/);
  const body = JSON.parse(answer.body) as { error: { code: number; message: string } };
  expect(Object.keys(body)).to.deep.equal(['error']);
  expect(body.error.code).to.equal(code);
  expect(body.error.message)
    .to.be.a('string')
    .and.not.match(/ at .*:\d|node:|\/(core|work|tmp|home)\/|</);
  expect(answer.body.length).to.be.below(2_000);
}

describe('An endpoint', () => {
  const open: RawConnection[] = [];
  after(() => {
    for (const connection of open) connection.close();
  });
  const limits = { bodyLimit: BODY_LIMIT, anonymousBodyLimit: BODY_LIMIT };
  const { installation, kernel } = served(probe, { config: { http: limits } });

  function send(request: string | Uint8Array): RawConnection {
    const connection = new RawConnection(kernel.url).send(request);
    open.push(connection);
    return connection;
  }

  for (const [name, request, status, code] of refused) {
    it(`refuses ${name} with ${status}, code ${code}`, async () => {
      expectRefusal(await send(request).answer(), status, code);
      const alive = await send(get('/healthz')).answer();
      expect(alive.status).to.equal(200);
    });
  }

  it('logs no warnings and errors about bad input', () => {
    const troubles = installation.logs.filter((line) => (JSON.parse(line) as { level: number }).level >= 40);
    expect(troubles).to.deep.equal([]);
  });

  it('treats an empty chunked body as absent', async () => {
    const answer = await send(
      `POST ${echo} HTTP/1.1\r\n${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ).answer();
    expect([answer.status, answer.body]).to.deep.equal([200, '{}']);
  });

  it('answers pipelined requests in order', async () => {
    const connection = send(['1', '2', '3', '4'].map((n) => get(`${echo}?n=${n}`)).join('') + get(`${echo}/5`));
    const bodies: string[] = [];
    while (bodies.length < 5) bodies.push((await connection.answer()).body);
    expect(bodies).to.deep.equal(['{"n":1}', '{"n":2}', '{"n":3}', '{"n":4}', '{"id":"5"}']);
  });

  it('answers a request before the broken one behind it', async () => {
    const connection = send(`${Buffer.from(post('{"n":7}')).toString()}nonsense\r\n\r\n`);
    expect((await connection.answer()).body).to.equal('{"n":7}');
    expectRefusal(await connection.answer(), 400, 2);
    await connection.end();
  });

  it('keeps the connection after a refusal that has read the body', async () => {
    const connection = send(post('{"n":"x"}'));
    expect((await connection.answer()).status).to.equal(422);
    connection.send(get(`${echo}?n=1`));
    expect((await connection.answer()).body).to.equal('{"n":1}');
  });

  it('keeps the connection after a refusal that has not read the body', async () => {
    const connection = send(post('n=1', 'Content-Type: text/plain\r\n'));
    expect((await connection.answer()).status).to.equal(415);
    connection.send(get(`${echo}?n=1`));
    expect((await connection.answer()).body).to.equal('{"n":1}');
  });

  it('lets a client read the refusal of a body that is far too large', async () => {
    const answer = await send(post('x'.repeat(8_000_000))).answer();
    expectRefusal(answer, 413, 2);
    expectRefusal(await send(chunked('x'.repeat(8_000_000))).answer(), 413, 2);
  });

  for (const key of ['', 'X-Key: slow\r\n']) {
    it(`logs one 400 for a client that disconnects within its body ${key.trim()}`, async () => {
      const id = `gone${key.length}`;
      const head = `POST ${echo} HTTP/1.1\r\n${HOST}${JSON_TYPE}${key}X-Request-Id: ${id}\r\n`;
      const connection = send(`${head}Content-Length: 100\r\n\r\n{"text":`);
      await new Promise((resolve) => connection.socket.once('ready', resolve));
      connection.socket.end();
      await connection.end();
      const lines = () => installation.logs.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === id);
      while (lines().length === 0) await new Promise((resolve) => setImmediate(resolve));
      expect(lines().map(({ level, status }) => [level, status])).to.deep.equal([[30, 400]]);
    });
  }

  it('never lets a request header add a header to the answer', async () => {
    const answer = await send(get(echo, 'X-Request-Id: a%0d%0aSet-Cookie: b\r\n')).answer();
    expect(answer.headers).to.not.have.property('set-cookie');
    expect(answer.headers['x-request-id']).to.not.include('%');
  });
});
