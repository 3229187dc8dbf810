import { BufferedWrites } from './buffered_writes.ts';

/** Minimum interval between two recorded uses of a key, in milliseconds; the recorded time may be this old. */
const COARSE_MS = 10 * 60_000;
const MAX_KEYS = 10_000;

/**
 * Buffers the last uses of tokens or applications, by their keys. A process records a key at most once in ten minutes;
 * more often if it sees more than 10,000 keys in that time.
 */
export class LastUses<Use> extends BufferedWrites<Use> {
  readonly #recordedAt = new Map<string, number>();

  /**
   * Records a use with the next write, unless the key was recorded within ten minutes.
   * @param describe returns the use; called only for a use that is recorded, as most are not
   */
  record(key: string, at: Date, describe: (at: Date) => Use): void {
    const time = at.getTime();
    const before = this.#recordedAt.get(key);
    if (before !== undefined && Math.abs(time - before) < COARSE_MS) return;
    if (this.#recordedAt.size >= MAX_KEYS) this.#recordedAt.clear();
    this.#recordedAt.set(key, time);
    this.set(key, describe(at));
  }
}
