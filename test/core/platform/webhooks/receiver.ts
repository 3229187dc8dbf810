import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { until } from '../orders/shop.ts';

/** A request that a receiver has got. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly message: { readonly type: string; readonly timestamp: string; readonly data: Record<string, unknown> };
}

/** Answers a request; a path without a function is answered with 204. */
type Answer = (response: ServerResponse, received: Received) => void;

/** Configuration of webhooks that reach a `Receiver`, with short pauses. */
export const reachable = {
  modules: {
    webhooks: { allowedNetworks: ['127.0.0.0/8'], retrySeconds: [0.05, 0.05], timeoutMs: 60_000 },
    events: { pollSeconds: 0.1 },
  },
};

/** A system that receives webhooks, on a free port. */
export class Receiver {
  readonly all: Received[] = [];
  readonly answers = new Map<string, Answer>();
  readonly #server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = request.url ?? '';
      const received = { path, headers: request.headers, body, message: JSON.parse(body) as Received['message'] };
      this.all.push(received);
      const answer = this.answers.get(path);
      if (answer) answer(response, received);
      else response.writeHead(204).end();
    });
  });

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((done) => receiver.#server.listen(0, '127.0.0.1', done));
    return receiver;
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  at(path: string): Received[] {
    return this.all.filter((one) => one.path === path);
  }

  /** Waits for a number of requests at a path. */
  async got(path: string, count = 1): Promise<Received[]> {
    await until(async () => this.at(path).length >= count);
    return this.at(path);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
