import type { Lifecycle, Mount, MountedRequest } from 'lectern';

type Response = Parameters<Mount['handle']>[1];
type Next = Parameters<Mount['handle']>[2];

const MAX_STREAMS = 50;
// A stream ends after a minute: its page asks for another one, and an ended session gets none.
const STREAM_MS = 60_000;

/** Sends an event to the client of a stream. */
export type Send = (data: unknown) => void;

/** An address that answers server-sent events; the number of its streams and their time are bounded. */
export abstract class EventStream implements Mount, Lifecycle {
  abstract readonly address: Mount['address'];
  abstract readonly requires: string;
  readonly #open = new Map<Response, () => void>();

  /** Sends events from now on. @returns a function that ends this */
  protected abstract listen(request: MountedRequest, send: Send): () => void;

  handle(request: MountedRequest, response: Response, next: Next): void {
    if (request.method === 'GET') this.#begin(request, response);
    else next();
  }

  /** Ends all streams, so that the shutdown does not wait for them. */
  retire(): void {
    for (const response of this.#open.keys()) this.#end(response);
  }

  stop(): void {
    this.retire();
  }

  #begin(request: MountedRequest, response: Response): void {
    this.#endOldest();
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.flushHeaders();
    const stopListening = this.listen(request, (data) => response.write(`data: ${JSON.stringify(data)}\n\n`));
    const end = setTimeout(() => this.#end(response), STREAM_MS).unref();
    this.#open.set(response, () => {
      stopListening();
      clearTimeout(end);
    });
    response.once('close', () => this.#end(response));
  }

  /** Bounds the number of streams: the oldest one makes room. */
  #endOldest(): void {
    const [oldest] = this.#open.keys();
    if (oldest && this.#open.size >= MAX_STREAMS) this.#end(oldest);
  }

  #end(response: Response): void {
    this.#open.get(response)?.();
    this.#open.delete(response);
    response.end();
  }
}
