// Runs a cluster in a thread of its own, because each of its queries blocks the event loop.
import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { load, openCluster } from './cluster.mjs';

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const told = once(port, 'message');
await load();
const [folder] = await told;
const cluster = await openCluster(folder);

port.on('message', async (/** @type {Uint8Array | 'dump' | 'close'} */ request) => {
  if (request === 'close') {
    await cluster.close();
    port.close();
    return;
  }
  if (request === 'dump') {
    const dump = new Uint8Array(/** @type {Buffer} */ (await cluster.dump?.()));
    port.postMessage(dump, [dump.buffer]);
    return;
  }
  // A copy with a buffer of its own: it is handed over, and the original may lie in the memory of PostgreSQL.
  const answer = (await cluster.exchange(request)).slice();
  port.postMessage(answer, [answer.buffer]);
});

port.postMessage('open');
