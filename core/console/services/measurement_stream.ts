import type { Lifecycle, Mount, MountedRequest, Services } from 'lectern';
import type { Measurements } from './measurements.ts';

type Response = Parameters<Mount['handle']>[1];
type Next = Parameters<Mount['handle']>[2];

const MOST_STREAMS = 50;
// A stream ends after a minute: its page asks for another one, and an ended session gets none.
const STREAM_MS = 60_000;

/** Sends the points of the charts as server-sent events while a page is open. */
export class MeasurementStream implements Mount, Lifecycle {
  readonly address = '/console/stream';
  readonly requires = 'console_charts';
  readonly #measurements: Measurements;
  readonly #open = new Map<Response, () => void>();

  constructor({ measurements }: Pick<Services, 'measurements'>) {
    this.#measurements = measurements;
  }

  handle({ method }: MountedRequest, response: Response, next: Next): void {
    if (method !== 'GET') {
      next();
      return;
    }
    this.#endOldest();
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.flushHeaders();
    const stopListening = this.#measurements.listen((point) => response.write(`data: ${JSON.stringify(point)}\n\n`));
    const end = setTimeout(() => this.#end(response), STREAM_MS).unref();
    this.#open.set(response, () => {
      stopListening();
      clearTimeout(end);
    });
    response.once('close', () => this.#end(response));
  }

  /** Ends all streams, so that the shutdown does not wait for them; pages ask again. */
  retire(): void {
    for (const response of this.#open.keys()) this.#end(response);
  }

  stop(): void {
    this.retire();
  }

  /** Bounds the number of streams: the oldest one makes room. */
  #endOldest(): void {
    const [oldest] = this.#open.keys();
    if (oldest && this.#open.size >= MOST_STREAMS) this.#end(oldest);
  }

  #end(response: Response): void {
    this.#open.get(response)?.();
    this.#open.delete(response);
    response.end();
  }
}
