import { Worker } from 'node:worker_threads';

const TIMEOUT_MS = 5000;

/** A worker thread that draws one picture at a time. */
export class Painter {
  readonly #worker: Worker;
  #settle: ((result: Uint8Array | Error) => void) | undefined;
  #isDying = false;

  /** @param onGone called when the thread has ended, for any reason */
  constructor(onGone: (painter: Painter) => void) {
    // The thread does not need the loader hooks of its parent.
    this.#worker = new Worker(new URL('./worker.mjs', import.meta.url), { execArgv: [] });
    this.#worker.on('message', (png: Uint8Array) => this.#settle?.(png));
    this.#worker.on('error', (error) => {
      // The thread ends soon, and would lose a picture assigned now.
      this.#isDying = true;
      this.#settle?.(error);
    });
    this.#worker.once('exit', () => {
      this.#settle?.(new Error('the drawing thread has ended'));
      onGone(this);
    });
  }

  get isIdle(): boolean {
    return this.#settle === undefined && !this.#isDying;
  }

  /**
   * Draws a picture; call it only while the thread is idle. @returns a PNG @throws Error when the thread fails or is
   * too slow
   */
  async draw(phrase: string): Promise<Uint8Array> {
    const picture = new Promise<Uint8Array>((resolve, reject) => {
      this.#settle = (result) => (result instanceof Error ? reject(result) : resolve(result));
    });
    const timer = setTimeout(() => void this.end(), TIMEOUT_MS);
    this.#worker.postMessage(phrase);
    try {
      return await picture;
    } finally {
      clearTimeout(timer);
      this.#settle = undefined;
    }
  }

  /** Ends the thread; a running drawing is abandoned. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
