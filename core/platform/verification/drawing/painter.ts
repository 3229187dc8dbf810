import { Worker } from 'node:worker_threads';

const TIMEOUT_MS = 5000;

/** A worker thread that draws one picture at a time. */
export class Painter {
  readonly #worker: Worker;
  #settle: ((result: Uint8Array | Error) => void) | undefined;
  #isDying = false;

  /** Starts the thread. @param onGone called when the thread has ended, for any reason */
  constructor(onGone: (painter: Painter) => void) {
    // Empty `execArgv`, because the thread does not need the loader hooks of the main thread.
    this.#worker = new Worker(new URL('./worker.mjs', import.meta.url), { execArgv: [] });
    this.#worker.on('message', (png: Uint8Array) => this.#settle?.(png));
    this.#worker.on('error', (error) => {
      // The thread ends after an error, so it must receive no further phrase.
      this.#isDying = true;
      this.#settle?.(error);
    });
    this.#worker.once('exit', () => {
      this.#settle?.(
        new Error(`The drawing thread ended without a picture; drawings over ${TIMEOUT_MS} ms are stopped.`),
      );
      onGone(this);
    });
  }

  get isIdle(): boolean {
    return this.#settle === undefined && !this.#isDying;
  }

  /**
   * Draws a picture. Call `draw` only while the thread is idle.
   * @returns a PNG
   * @throws Error when the thread fails or exceeds the time limit
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

  /** Terminates the thread and aborts a running drawing. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
