import cluster, { type Worker } from 'node:cluster';
import { isKernelMessage, type FromPrimary, type FromWorker } from './messages.ts';
import { handOverConnections } from './connection_handover.ts';
import { NUMBER } from './worker_number.ts';

export interface WorkerEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Failure of a worker that ended before it served. */
export class StartFailure extends Error {
  constructor(
    message: string,
    /** Whether the worker itself has sent the reason to the primary. */
    readonly isReported: boolean,
  ) {
    super(message);
  }
}

type Listener = (message: FromWorker) => void;

/** A worker process, controlled by the primary. */
export class WorkerProcess {
  /** Resolves to the address of the worker when the worker serves. Rejects with a StartFailure if the worker ends before. */
  readonly served: Promise<string>;
  readonly ended: Promise<WorkerEnd>;
  readonly #worker: Worker;
  #state: 'starting' | 'serving' | 'leaving' | 'gone' = 'starting';
  #heardAt = performance.now();
  #servesSince = Infinity;
  #failure: string | undefined;
  #wasRetired = false;
  #wasHanging = false;

  /** @param number number of the worker, from 1; the replacement of the worker gets the same number */
  constructor(
    readonly number: number,
    environment: Readonly<Record<string, string>>,
    listener: Listener,
  ) {
    const worker = (this.#worker = cluster.fork({ ...environment, [NUMBER]: String(number) }));
    handOverConnections(worker);
    this.ended = new Promise((resolve) => {
      worker.once('exit', (code: number | null, signal: string | null) => {
        this.#state = 'gone';
        resolve({ code, signal });
      });
    });
    this.served = this.#begin(listener);
    // Avoids an unhandled rejection: callers that do not await `served` observe `ended`.
    this.served.catch(() => undefined);
    worker.on('error', () => undefined);
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  get isServing(): boolean {
    return this.#state === 'serving';
  }

  /** Whether the worker was asked to end. */
  get wasRetired(): boolean {
    return this.#wasRetired;
  }

  /** Whether the worker was killed because it no longer responded. */
  get wasHanging(): boolean {
    return this.#wasHanging;
  }

  /** Milliseconds since the worker began to serve; 0 before. */
  get age(): number {
    return Math.max(0, performance.now() - this.#servesSince);
  }

  /** Milliseconds since the last message of the worker, its creation, or `restartSilence`. */
  get silence(): number {
    return performance.now() - this.#heardAt;
  }

  /** Measures `silence` anew, because the primary itself was blocked and received no messages. */
  restartSilence(): void {
    this.#heardAt = performance.now();
  }

  send(message: FromPrimary): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => undefined);
  }

  /** Asks the worker to finish its requests and end. */
  retire(): void {
    if (this.#state === 'gone') return;
    this.#state = 'leaving';
    this.#wasRetired = true;
    this.send({ lectern: 'retire' });
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }

  killHanging(): void {
    this.#wasHanging = true;
    this.kill();
  }

  #begin(listener: Listener): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#worker.on('message', (message: unknown) => {
        if (!isKernelMessage<FromWorker>(message)) return;
        this.#heardAt = performance.now();
        if (message.lectern === 'failed') this.#failure = message.message;
        if (message.lectern === 'ready') {
          this.#serve();
          resolve(message.url);
        }
        listener(message);
      });
      void this.ended.then((end) => {
        const said =
          this.#failure ??
          `worker ${this.number} ended while it started (${nameOfEnd(end)}); look at the lines that it has logged before`;
        reject(new StartFailure(said, this.#failure !== undefined));
      });
    });
  }

  #serve(): void {
    if (this.#state === 'starting') this.#state = 'serving';
    this.#servesSince = performance.now();
  }
}

/** Text for the end of a worker: `SIGKILL`, or `exit code 1`. */
export function nameOfEnd({ code, signal }: WorkerEnd): string {
  return signal ?? `exit code ${code}`;
}
