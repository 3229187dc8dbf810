import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that only this machine can reach, on a port that is free. */
export class LoopbackServer {
  #server: Server | undefined;

  /** Its address while it listens, without a trailing slash. */
  get url(): string | undefined {
    const address = this.#server?.address() as AddressInfo | null | undefined;
    return address ? `http://127.0.0.1:${address.port}` : undefined;
  }

  async open(server: Server): Promise<void> {
    // Each of several workers has its own, with its own state.
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
