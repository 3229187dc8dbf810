import { once } from 'node:events';
import { get } from 'node:http';
import { expect } from 'chai';
import express from 'express';
import type { Kernel } from 'lectern/host';
import { createAppServer } from '../../../../core/hosting/server/server.ts';
import { Installation, manifest } from '../../../support/installation.ts';
import { RawConnection } from '../../../support/raw_http.ts';

const slow = {
  'plugins/slow/module.json': manifest('slow'),
  'plugins/slow/services.js': `
import { asValue } from 'lectern';
const calls = [];
export default { calls: asValue(calls), watch: asValue({ start() { calls.push('start'); }, retire() { calls.push('retire'); }, stop() { calls.push('stop'); } }) };`,
  'plugins/slow/resources/answers.js': `
import { defineResource, raw } from 'lectern';
export default defineResource('/plugins/slow/answers', {
  search: { open: true, returns: [raw], run: () => new Promise((resolve) => process.once('answer slowly', () => resolve('done'))) },
  get: { open: true, returns: [raw], run: () => 'at once' },
});`,
};
const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const quick = request('/api/plugins/slow/answers/1');
/** Resolves once the slow operation runs. */
async function slowOperationRuns(): Promise<void> {
  while (process.listenerCount('answer slowly') === 0) await new Promise((resolve) => setImmediate(resolve));
}

describe('The server', () => {
  let installation: Installation;
  afterEach(() => installation.clear());

  async function serve(): Promise<Kernel> {
    installation = new Installation(slow);
    return (await installation.serve()).kernel;
  }

  it('creates requests and answers with the prototypes of Express', async () => {
    installation = new Installation();
    const { config } = await installation.boot();
    const app = express();
    const admission = { warn: () => undefined, opened: () => undefined, left: () => undefined } as never;
    const { server } = createAppServer({ appHandle: { app, listener: app }, admission }, config.http);
    const seen: boolean[] = [];
    const look = (asked: object, answer: object) => {
      seen.push(Object.getPrototypeOf(asked) === app.request, Object.getPrototypeOf(answer) === app.response);
    };
    // The first listener of all is the application itself.
    server.prependListener('request', look);
    app.use((asked, answer) => {
      look(asked, answer);
      answer.json({ ip: asked.ip, secure: asked.secure, accepts: asked.accepts('json') });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const [answer] = await once(get({ port, host: '127.0.0.1', agent: false }), 'response');
    answer.resume();
    await once(answer, 'end');
    server.close();
    expect(seen).to.deep.equal([true, true, true, true]);
    expect(answer.statusCode).to.equal(200);
  });

  it('lets a running request finish before it stops', async () => {
    const kernel = await serve();
    const connection = new RawConnection(kernel.url).send(request('/api/plugins/slow/answers'));
    await slowOperationRuns();
    const stopped = kernel.stop();
    process.emit('answer slowly' as never);
    const answer = await connection.answer();
    expect([answer.status, answer.body]).to.deep.equal([200, '"done"']);
    await connection.end(2_000);
    await stopped;
  });

  it('takes no new connections while it stops', async () => {
    const kernel = await serve();
    const { url } = kernel;
    const running = new RawConnection(url).send(request('/api/plugins/slow/answers'));
    await slowOperationRuns();
    const stopped = kernel.stop();
    const late = new RawConnection(url);
    const [error] = (await once(late.socket, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).to.equal('ECONNREFUSED');
    process.emit('answer slowly' as never);
    await running.answer();
    await stopped;
  });

  it('closes idle connections at once when it stops', async () => {
    const kernel = await serve();
    const used = new RawConnection(kernel.url).send(quick);
    await used.answer();
    const unused = new RawConnection(kernel.url);
    await once(unused.socket, 'connect');
    const start = performance.now();
    await kernel.stop();
    await Promise.all([used.end(), unused.end()]);
    expect(performance.now() - start).to.be.below(4_500);
  });

  it('ends connections whose requests exceed drainTimeout', async () => {
    installation = new Installation(slow);
    const { kernel } = await installation.serve({ config: { http: { drainTimeout: 50 } } });
    const connection = new RawConnection(kernel.url).send(request('/api/plugins/slow/answers'));
    await slowOperationRuns();
    await kernel.stop();
    await connection.end();
    process.emit('answer slowly' as never);
  });
});

describe('A retiring kernel', () => {
  let installation: Installation;
  afterEach(() => installation.clear());

  async function serve(http: object) {
    installation = new Installation(slow);
    const { kernel } = await installation.serve({ config: { http } });
    const running = new RawConnection(kernel.url).send(request('/api/plugins/slow/answers'));
    await slowOperationRuns();
    return { kernel, running };
  }

  it('answers 503 at /readyz, serves requests, and closes each connection', async () => {
    const { kernel, running } = await serve({ lameDuckMs: 5_000 });
    const kept = new RawConnection(kernel.url).send(quick);
    expect((await kept.answer()).headers['connection']).to.equal('keep-alive');
    void kernel.retire();
    const fresh = new RawConnection(kernel.url).send(quick);
    for (const answer of [await kept.send(quick).answer(), await fresh.answer()]) {
      expect([answer.status, answer.headers['connection']]).to.deep.equal([200, 'close']);
    }
    const ready = await new RawConnection(kernel.url).send(request('/readyz')).answer();
    expect([ready.status, ready.headers['connection']]).to.deep.equal([503, 'close']);
    process.emit('answer slowly' as never);
    const answer = await running.answer();
    expect([answer.body, answer.headers['connection']]).to.deep.equal(['"done"', 'close']);
    await running.end();
  });

  it('calls retire() of services before stop(), and logs running requests', async () => {
    const { kernel, running } = await serve({ lameDuckMs: 0 });
    const { calls } = kernel.services as never as { calls: string[] };
    await kernel.retire();
    expect(calls).to.deep.equal(['start', 'retire']);
    const stopped = kernel.stop();
    await new Promise((resolve) => setImmediate(resolve));
    process.emit('answer slowly' as never);
    await running.answer();
    await stopped;
    expect(installation.logs.join('')).to.include('waiting for running requests: 1');
    expect(calls).to.deep.equal(['start', 'retire', 'stop']);
  });
});
