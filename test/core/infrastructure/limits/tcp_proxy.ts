import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** TCP proxy to another server, closed and opened again on the same port. */
export class TcpProxy {
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #isSilent = false;
  port = 0;

  private constructor(target: { host: string; port: number }) {
    this.#target = target;
  }

  /** Opens a proxy to the server of a URL. */
  static async to(url: string, defaultPort: number): Promise<TcpProxy> {
    const { hostname, port } = new URL(url);
    const proxy = new TcpProxy({ host: hostname, port: Number(port || defaultPort) });
    await proxy.open();
    return proxy;
  }

  /** The URL with the address of this proxy. */
  lead(url: string): string {
    const led = new URL(url);
    led.host = `127.0.0.1:${this.port}`;
    return led.href;
  }

  async open(): Promise<void> {
    this.#isSilent = false;
    this.#server ??= createServer((near) => this.#pass(near));
    if (this.#server.listening) return;
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
  }

  /** Drops all data while connections stay open, as a broken network does. */
  silence(): void {
    this.#isSilent = true;
  }

  /** Ends every connection, and accepts no new ones. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    if (!this.#server?.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    await closed;
  }

  #pass(near: Socket): void {
    const far = connect(this.#target.port, this.#target.host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (data) => this.#isSilent || to.write(data));
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }
}
