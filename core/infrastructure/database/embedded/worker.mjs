// Runs a cluster in a separate thread, because queries of the cluster block the event loop.
import { parentPort } from 'node:worker_threads';
import { load, openCluster } from './cluster.mjs';

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
/** @type {import('./cluster.mjs').Cluster | undefined} */
let cluster;

port.on('message', async (/** @type {string | Uint8Array} */ request) => {
  if (!cluster) return open(/** @type {string} */ (request));
  if (request === 'close') return close(cluster);
  // `slice` copies the answer: its buffer is transferred to the other thread and may be memory of PostgreSQL.
  send((await cluster.exchange(/** @type {Uint8Array} */ (request))).slice());
});
await load();

/** @param {string} folder */
async function open(folder) {
  cluster = await openCluster(folder);
  port.postMessage('open');
}

/** @param {import('./cluster.mjs').Cluster} opened */
async function close(opened) {
  await opened.close();
  cluster = undefined;
  port.postMessage('closed');
}

/** @param {Uint8Array} bytes */
function send(bytes) {
  port.postMessage(bytes, [/** @type {ArrayBuffer} */ (bytes.buffer)]);
}
