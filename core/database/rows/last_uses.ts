import { BufferedWrites, type BufferedWriteTerms } from './buffered_writes.ts';

/** Minimum interval between two recorded uses of a key; the recorded time may be this old. */
const COARSE_MS = 10 * 60_000;
const MAX_KEYS = 10_000;

/** Buffers the last use of tokens or applications. Each process records a key at most once in ten minutes. */
export class LastUses<Use extends { readonly at: Date }> {
  readonly #writes: BufferedWrites<Use>;
  readonly #recordedAt = new Map<string, number>();

  constructor(terms: BufferedWriteTerms<Use>) {
    this.#writes = new BufferedWrites(terms);
  }

  /** Records a use with the next write, unless the key was recorded within ten minutes. */
  record(key: string, use: Use): void {
    const at = use.at.getTime();
    const before = this.#recordedAt.get(key);
    if (before !== undefined && Math.abs(at - before) < COARSE_MS) return;
    if (this.#recordedAt.size >= MAX_KEYS) this.#recordedAt.clear();
    this.#recordedAt.set(key, at);
    this.#writes.set(key, use);
  }

  /** Writes the recorded uses, after a running write has ended. */
  flush(): Promise<void> {
    return this.#writes.flush();
  }

  /** Writes the recorded uses without pauses. */
  stop(): Promise<void> {
    return this.#writes.stop();
  }
}
