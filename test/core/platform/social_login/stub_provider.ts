import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as the stub saw it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
}

/** Answers a request as a provider. */
export type Way = (response: ServerResponse, asked: Asked) => unknown;

/** A login provider with given answers. */
export class StubProvider {
  readonly asked: Asked[] = [];
  way: Way = (response) => response.end();
  /** Number of connections that the client closed. */
  hungUp = 0;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #port = 0;

  /** @returns its address, the same after each `close` */
  async open(): Promise<string> {
    if (!this.#server.listening) {
      this.#server.listen(this.#port, '127.0.0.1');
      await once(this.#server, 'listening');
      this.#port = (this.#server.address() as AddressInfo).port;
    }
    return `http://127.0.0.1:${this.#port}`;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /** Answers with JSON from now on. */
  says(body: unknown, status = 200): void {
    this.way = (response) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, 'http://stub');
    const form = new URLSearchParams(await text(request));
    const asked = {
      method: request.method!,
      path: pathname,
      query: Object.fromEntries(searchParams),
      form: Object.fromEntries(form),
    };
    response.on('close', () => {
      if (!response.writableFinished) this.hungUp++;
    });
    this.asked.push(asked);
    this.way(response, asked);
  }
}
