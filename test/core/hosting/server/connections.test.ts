import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import type { Kernel } from 'lectern/host';
import { Connection } from '../../../../core/hosting/server/connection.ts';
import { eventually } from '../../../support/eventually.ts';
import { Installation, manifest } from '../../../support/installation.ts';
import { RawConnection } from '../../../support/raw_http.ts';

const HOST = 'Host: x\r\n';
const BIG = 12_000_000;
const files = {
  'plugins/probe/module.json': manifest('probe'),
  'plugins/probe/resources/things.js': `
import { defineResource, input, raw } from 'lectern';
export default defineResource('/plugins/probe/things', {
  search: { open: true, returns: [raw], run: () => 'small' },
  get: { open: true, returns: [raw], run: () => 'x'.repeat(${BIG}) },
  add: { open: true, accepts: { text: input.optional(input.text()) }, returns: [raw], run: () => 'added' },
  update: { open: true, returns: [raw], run: () => new Promise((resolve) => process.once('answer waiting', () => resolve('done'))) },
});`,
};
const small = `GET /api/plugins/probe/things HTTP/1.1\r\n${HOST}\r\n`;
const big = `GET /api/plugins/probe/things/1 HTTP/1.1\r\n${HOST}\r\n`;
const waits = `PATCH /api/plugins/probe/things/1 HTTP/1.1\r\n${HOST}\r\n`;
const slowBody = `POST /api/plugins/probe/things HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{"te`;

function answerWaiting(): void {
  process.emit('answer waiting' as never);
}

describe('Connections', () => {
  let installation: Installation;
  let kernel: Kernel;
  const open: { close(): void }[] = [];

  async function serve(http: object, log: object = {}): Promise<void> {
    installation = new Installation(files);
    ({ kernel } = await installation.serve({ config: { http, log } }));
  }
  afterEach(async () => {
    answerWaiting();
    for (const one of open.splice(0)) one.close();
    await installation.clear();
  });

  function client(request?: string): RawConnection {
    const connection = new RawConnection(kernel.url);
    open.push(connection);
    return request === undefined ? connection : connection.send(request);
  }

  const lines = () => installation.logs.map((line) => JSON.parse(line));
  const errorOf = (body: string) => (JSON.parse(body) as { error: object }).error;
  const metrics = async () => (await fetch(`${kernel.url}/metrics`)).text();

  describe('of slow clients', () => {
    const limits = { headerTimeout: 300, requestTimeout: 400, keepAliveTimeout: 60_000 };

    it('get 408 when headers or body take too long, while others go on', async () => {
      await serve(limits, { slowRequestMs: 100 });
      const [headers, body, silent] = [client(small.slice(0, -2)), client(slowBody), client()];
      const healthy = client(small);
      await healthy.answer();
      for (const slow of [headers, body]) {
        const answer = await slow.answer();
        expect([answer.status, answer.headers['connection']]).to.deep.equal([408, 'close']);
        expect(errorOf(answer.body)).to.deep.equal({
          code: 2,
          message: 'The request took too long to arrive; send it again.',
        });
        await slow.end();
        expect((await healthy.send(small).answer()).status).to.equal(200);
      }
      // A connection without a request ends without an answer.
      let ended = '';
      await silent.end().catch((error: unknown) => (ended = String(error)));
      expect(ended).to.equal('');
      expect(
        lines()
          .filter(({ status, msg }) => status === 408 && msg === 'request')
          .map(({ route }) => route),
      ).to.have.members(['', '/plugins/probe/things']);
      expect(await metrics()).to.match(/^lectern_connections_closed_total\{reason="silent"\} 1$/m);
      // A slow client is not logged as a slow request.
      expect(lines().filter(({ msg }) => /a request took/.test(msg))).to.deep.equal([]);
    });

    it('run no request that arrives after its 408', async () => {
      await serve({ headerTimeout: 300, requestTimeout: 60_000 });
      const slow = client(small.slice(0, -2));
      expect((await slow.answer()).status).to.equal(408);
      slow.send('\r\n');
      await slow.end();
      expect(lines().filter(({ route }) => route === '/plugins/probe/things')).to.deep.equal([]);
    });

    it('get no second answer when the body of a refused request is late', async () => {
      await serve(limits);
      const refused = client(slowBody.replace('application/json', 'text/xml'));
      expect((await refused.answer()).status).to.equal(415);
      await refused.end();
      expect(lines().filter(({ status, msg }) => status === 408 && msg === 'request')).to.deep.equal([]);
    });

    it('are reset when the client does not read the answer', async () => {
      await serve({ answerTimeout: 300 });
      const stalled = await paused(big);
      const closed = new Promise((resolve) => stalled.once('close', resolve));
      await eventually(async () =>
        expect(await metrics()).to.include('lectern_connections_closed_total{reason="stalled"} 1'),
      );
      stalled.resume();
      await closed;
      // The system had some megabytes by then, which it would deliver if the connection were not reset.
      expect(stalled.bytesRead).to.be.below(BIG / 12);
    });

    it('stay while the client reads at least 16 KB of the answer in time', () => {
      const handle = { bytesWritten: 1_000_000, writeQueueSize: 900_000 };
      const socket = { bytesRead: 10, writableLength: 1_000_000, _handle: handle };
      const connection = new Connection(socket as never);
      const looks = [0, 400, 800, 1_200, 1_600, 2_000].map((now, look) => {
        if (look < 4) handle.writeQueueSize -= 20_000;
        else handle.writeQueueSize -= 2_000;
        return connection.look(now, 500);
      });
      expect(looks).to.deep.equal([true, true, true, true, true, false]);
    });

    it('have the properties of Node that count sent bytes', async () => {
      await serve({});
      const stalled = await paused(small);
      const { _handle: handle } = stalled as unknown as { _handle: Record<'bytesWritten' | 'writeQueueSize', number> };
      await eventually(async () => expect(handle.bytesWritten).to.equal(small.length));
      expect(handle.writeQueueSize).to.equal(0);
    });

    it('end when they are idle', async () => {
      await serve({ keepAliveTimeout: 100 });
      const idle = client(small);
      await idle.answer();
      await idle.end();
    });
  });

  describe('of too many clients', () => {
    it('are refused with 503 while all are busy, and the busy ones go on', async () => {
      await serve({ maxConnections: 3 });
      const busy = [client(waits), client(waits), client(waits)];
      await eventually(async () => {
        const late = client(small);
        const answer = await late.answer();
        expect([answer.status, answer.headers['retry-after'], answer.headers['connection']]).to.deep.equal([
          503,
          '5',
          'close',
        ]);
        expect(errorOf(answer.body)).to.deep.equal({
          code: 8,
          message: 'The server has too many connections; try again later.',
        });
        await late.end();
      });
      answerWaiting();
      for (const one of busy) expect((await one.answer()).status).to.equal(200);
      expect(lines().filter(({ status, route }) => status === 503 && route === '').length).to.be.at.least(1);
      expect(lines().filter(({ level, msg }) => level === 40 && /^connections are refused/.test(msg))).to.have.length(
        1,
      );
    });

    it('replace idle connections', async () => {
      await serve({ maxConnections: 2, answerTimeout: 100 });
      const idle = [client(small), client(small)];
      for (const one of idle) await one.answer();
      await eventually(async () => expect((await client(small).answer()).status).to.equal(200));
      await Promise.any(idle.map((one) => one.end()));
    });

    it('do not replace busy connections of another address', async () => {
      await serve({ maxConnections: 3 });
      const busy = [client(waits), client(waits), client(waits)];
      await eventually(async () => expect(process.listenerCount('answer waiting')).to.equal(3));
      expect(await answerTo('127.0.0.2')).to.match(/^HTTP\/1.1 503 /);
      answerWaiting();
      for (const one of busy) expect((await one.answer()).status).to.equal(200);
    });

    it('replace connections of the address that has most of them', async () => {
      await serve({ maxConnections: 4 });
      const greedy = [1, 2, 3, 4].map(() => client('GET / HTTP/1.1\r\n'));
      for (const one of greedy) await eventually(async () => expect(one.socket.bytesWritten).to.be.above(0));
      await eventually(async () => expect(await answerTo('127.0.0.2')).to.match(/^HTTP\/1.1 200 /));
      expect(greedy.filter(({ closed }) => closed).length).to.be.within(1, 3);
    });

    it('of one address are refused with 429 beyond maxConnectionsPerAddress', async () => {
      await serve({ maxConnectionsPerAddress: 1 });
      expect((await client(small).answer()).status).to.equal(200);
      const answer = await client(small).answer();
      expect([answer.status, errorOf(answer.body)]).to.deep.equal([
        429,
        { code: 3, message: 'This address has too many connections; close or reuse them.' },
      ]);
    });

    it('of a trusted proxy are not limited by address', async () => {
      await serve({ maxConnectionsPerAddress: 1, trustedProxies: ['127.0.0.1'] });
      for (const one of [client(small), client(small)]) expect((await one.answer()).status).to.equal(200);
    });

    it('are closed after connectionRequests requests', async () => {
      await serve({ connectionRequests: 2 });
      const connection = client(small);
      expect((await connection.answer()).headers['connection']).to.equal('keep-alive');
      expect((await connection.send(small).answer()).headers['connection']).to.equal('close');
      await connection.end();
    });
  });

  /** The answer to a client of another address. */
  async function answerTo(localAddress: string): Promise<string> {
    const other = connect({ port: Number(new URL(kernel.url).port), host: '127.0.0.1', localAddress });
    open.push({ close: () => other.destroy() });
    other.on('error', () => undefined);
    other.write(small);
    const [data] = (await once(other, 'data')) as [Buffer];
    return data.toString();
  }

  /** A client that sends a request, and reads nothing until `resume()`. */
  async function paused(request: string): Promise<Socket> {
    const { port, hostname } = new URL(kernel.url);
    const socket = connect({ port: Number(port), host: hostname }).pause();
    socket.on('error', () => undefined);
    open.push({ close: () => socket.destroy() });
    await once(socket, 'connect');
    socket.write(request);
    return socket;
  }
});
