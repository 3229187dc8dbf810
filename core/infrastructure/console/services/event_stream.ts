import type { Lifecycle, Mount, MountedRequest } from 'lectern';

type Response = Parameters<Mount['handle']>[1];
type Next = Parameters<Mount['handle']>[2];

const MAX_STREAMS = 50;
// Duration of a stream. The page then opens a new stream.
const STREAM_MS = 60_000;

/** Sends an event to the client of a stream. */
export type Send = (data: unknown) => void;

/** Base class of mounts that send server-sent events. Limits the number and the duration of streams. */
export abstract class EventStream implements Mount, Lifecycle {
  abstract readonly address: Mount['address'];
  abstract readonly requires: string;
  readonly #open = new Map<Response, () => void>();

  /** Starts to send events to a client. @returns function that stops the events */
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
