import { once } from 'node:events';
import { createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { Handles } from '../../../../core/devtools/check/handles.ts';

describe('Handles', () => {
  it('lists open handles by type, without those that keep no process alive', async () => {
    const handles = new Handles(['handles.test']).watch();
    const timers = [setInterval(() => undefined, 60_000), setInterval(() => undefined, 60_000).unref()];
    const server = createServer().listen(0);
    const worker = new Worker('setInterval(() => {}, 60_000)', { eval: true });
    await once(server, 'listening');
    const kinds = handles.end().map(({ type }) => type);
    timers.forEach(clearInterval);
    server.close();
    await worker.terminate();
    expect(kinds).to.have.members(['Timeout', 'TCPSERVERWRAP', 'WORKER']);
  });
});
