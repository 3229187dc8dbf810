import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database.ts';

const FLUSH_INTERVAL_MS = 2_000;
const MAX_BUFFERED = 10_000;
const BATCH_SIZE = 100;
/** Pause between two batches, as a multiple of the duration of the previous batch, so that requests are not delayed. */
const PAUSE_SHARE = 4;

/** A value with its key, such as the id of a row. */
export type BufferedRow<Value> = readonly [key: string, value: Value];

/** Functions that write a batch, and report rows that could not be written. */
export interface BufferedWriteTerms<Value> {
  readonly database: Pick<Database, 'buffers'>;
  /** Writes one batch. Must lock its rows in a fixed order, because several processes write concurrently. */
  readonly write: (rows: readonly BufferedRow<Value>[]) => Promise<void>;
  /** Called after a failed batch with the number of its rows and of all later rows, which are dropped. */
  readonly failed: (error: unknown, count: number) => void;
}

/**
 * Buffers values by key and writes them two seconds after the first one, in batches of up to 100 rows. A killed process
 * loses the values that are not written yet.
 */
export class BufferedWrites<Value> {
  #waiting = new Map<string, Value>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(private readonly terms: BufferedWriteTerms<Value>) {
    terms.database.buffers.add(this);
  }

  get(key: string): Value | undefined {
    return this.#waiting.get(key);
  }

  /** Buffers a value, in place of an earlier one. Ignores further keys while 10,000 keys wait. */
  set(key: string, value: Value): void {
    if (this.#waiting.size >= MAX_BUFFERED && !this.#waiting.has(key)) return;
    this.#waiting.set(key, value);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  /** Writes the buffered values, after a running write has ended. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#writing = this.#writing.then(() => this.#flushNow()));
  }

  /** Drops the buffered values, and resolves when a running write has ended. */
  drop(): Promise<void> {
    this.#waiting.clear();
    return this.#writing;
  }

  /** Writes the buffered values without pauses. */
  stop(): Promise<void> {
    this.#isStopping = true;
    this.terms.database.buffers.delete(this);
    return this.flush();
  }

  async #flushNow(): Promise<void> {
    const left = [...this.#waiting];
    this.#waiting = new Map();
    while (left.length > 0) {
      const startedAt = performance.now();
      try {
        await this.terms.write(left.slice(0, BATCH_SIZE));
      } catch (error) {
        this.terms.failed(error, left.length);
        return;
      }
      left.splice(0, BATCH_SIZE);
      if (left.length > 0 && !this.#isStopping) await sleep((performance.now() - startedAt) * PAUSE_SHARE);
    }
  }
}
