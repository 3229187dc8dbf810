import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { leaveThread, takeThread } from './engine_thread.ts';
import type { Cluster } from './cluster.mjs';

interface Waiting {
  resolve: (answer: Uint8Array) => void;
  reject: (error: Error) => void;
}

/** A cluster in a worker thread. Answers arrive in the order of the requests. */
export class RemoteCluster implements Cluster {
  readonly #waiting: Waiting[] = [];
  #failure: Error | undefined;

  private constructor(private readonly worker: Worker) {
    worker.on('message', (answer: Uint8Array) => this.#waiting.shift()?.resolve(answer));
    worker.on('error', (error) => this.#fail(error));
    worker.on('exit', () => this.#fail(new Error('its thread has ended')));
  }

  /** Opens the cluster in `folder`. @throws Error when the cluster cannot be opened */
  static async open(folder: string): Promise<RemoteCluster> {
    const worker = takeThread();
    worker.postMessage(folder);
    const ended = once(worker, 'exit').then(() => {
      throw new Error('The embedded database was not opened: its thread has ended. Restart Lectern.');
    });
    await Promise.race([once(worker, 'message'), ended]);
    return new RemoteCluster(worker);
  }

  exchange(messages: Uint8Array): Promise<Uint8Array> {
    // Copies the bytes. `slice` of a Buffer returns a view, possibly of the shared pool, which cannot be transferred.
    const copy = new Uint8Array(messages);
    return this.#ask(copy, [copy.buffer]);
  }

  async close(): Promise<void> {
    if (this.#failure) return;
    this.activate();
    await this.#ask('close');
    await leaveThread(this.worker);
  }

  /** Lets the process end although the cluster is open. @returns this cluster */
  rest(): this {
    this.worker.unref();
    return this;
  }

  /** Reverses `rest`. @returns this cluster */
  activate(): this {
    this.worker.ref();
    return this;
  }

  /** Ends the thread without writing files. */
  async abandon(): Promise<void> {
    await this.worker.terminate();
  }

  #ask(request: Uint8Array | 'close', handedOver: ArrayBuffer[] = []): Promise<Uint8Array> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.worker.postMessage(request, handedOver);
    });
  }

  #fail(cause: Error): void {
    this.#failure ??= Object.assign(
      new Error(`The embedded database has stopped: ${cause.message}. Restart Lectern.`, { cause }),
      { code: 'ECONNRESET' },
    );
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}
