import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on a free port of the loopback interface. */
export class LoopbackServer {
  #server: Server | undefined;

  /** URL of the listening server, without a trailing slash; undefined while no server listens. */
  get url(): string | undefined {
    const address = this.#server?.address() as AddressInfo | null | undefined;
    return address ? `http://127.0.0.1:${address.port}` : undefined;
  }

  async open(server: Server): Promise<void> {
    // Exclusive port: each cluster worker has its own server with its own state.
    this.#server = server.listen({ port: 0, host: '127.0.0.1', exclusive: true });
    await once(this.#server, 'listening');
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
}
