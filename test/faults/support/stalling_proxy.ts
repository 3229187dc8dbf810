import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy to a server, which can stall with open connections, or cut its connections. */
export class StallingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target: number;
  #isStalled = false;

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer({ allowHalfOpen: true }, (client) => {
      this.#join(client);
    });
  }

  /** @param port port of the server on this machine */
  static async to(port: number): Promise<StallingProxy> {
    const made = new StallingProxy(port);
    await new Promise<void>((resolve) => made.#server.listen(0, '127.0.0.1', resolve));
    return made;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Leads new connections to another server; open connections stay. */
  lead(port: number): void {
    this.#target = port;
  }

  /** Forwards no data, like a broken network; new connections are accepted, and open connections stay. */
  stall(): void {
    this.#isStalled = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Forwards data again, beginning with the delayed data. */
  resume(): void {
    this.#isStalled = false;
    for (const socket of this.#sockets) socket.resume();
  }

  /** Resets all connections; new connections are accepted. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: Socket): void {
    const server = connect({ port: this.#target, host: '127.0.0.1', allowHalfOpen: true });
    this.#forward(client, server);
    this.#forward(server, client);
  }

  #forward(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    if (this.#isStalled) from.pause();
    from.on('data', (chunk) => to.write(chunk));
    from.on('end', () => to.end());
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    if (this.#isStalled) from.pause();
  }
}
