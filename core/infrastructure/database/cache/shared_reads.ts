import type { Database } from '../database.ts';
import { copyOf } from './copy_of.ts';

type Read = () => Promise<object[]>;

interface Gathering {
  readonly rows: Promise<object[]>;
  /** Whether one of the callers has got the rows themselves; all others get copies. */
  isTaken: boolean;
}

/** Longest wait for the end of an equal read, which may hang. */
const MAX_WAIT_MS = 25;

/**
 * Shares equal reads of lists. A read is sent at once unless an equal read runs. All reads that arrive until that one
 * has ended share the next statement. Nothing is cached, so all rows are read after their read began.
 */
export class SharedReads {
  readonly #running = new Map<string, Promise<object[]>>();
  readonly #gathering = new Map<string, Gathering>();

  constructor(private readonly database: Database) {}

  /**
   * Returns the rows of `read`, or of an equal read: callers may change their rows.
   * @param key the same for reads with equal statements and values
   * @throws errors of the read, for all its callers
   */
  async rows(key: string, read: Read): Promise<object[]> {
    const running = this.#running.get(key);
    // The disconnect of a client cancels only a read that is not shared.
    if (!running) return this.#run(key, read);
    const gathering = this.#gathering.get(key) ?? this.#gather(key, read, running);
    const rows = await gathering.rows;
    if (gathering.isTaken) return rows.map(copyOf);
    // The rows are copied for the others before the first caller can change them.
    gathering.isTaken = true;
    return rows;
  }

  #gather(key: string, read: Read, running: Promise<unknown>): Gathering {
    const rows = ended(running).then(() => {
      this.#gathering.delete(key);
      return this.#run(key, () => this.database.shared(read));
    });
    const gathering = { rows, isTaken: false };
    this.#gathering.set(key, gathering);
    return gathering;
  }

  #run(key: string, read: Read): Promise<object[]> {
    const running = read().finally(() => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    });
    this.#running.set(key, running);
    return running;
  }
}

/** Resolves when a read has ended or failed, or when it takes too long. */
function ended(running: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_WAIT_MS);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    running.then(end, end);
  });
}
