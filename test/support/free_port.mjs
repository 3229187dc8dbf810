import { createServer } from 'node:net';

/**
 * A port that nobody listens on at the moment, for a server that keeps it when it is started again, or does not tell which one
 * it was given.
 * @returns {Promise<number>}
 */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}
