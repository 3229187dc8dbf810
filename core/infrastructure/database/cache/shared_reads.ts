import type { Database } from '../database.ts';
import { copyOf } from './copy_of.ts';

type Read = () => Promise<object[]>;

interface Gathering {
  readonly rows: Promise<object[]>;
  /** Whether one of the callers has got the rows themselves; all others get copies. */
  isTaken: boolean;
}

/**
 * Shares equal reads of lists. A read is sent at once unless an equal read runs. Otherwise all equal reads of one turn
 * of the event loop share one statement. Nothing is cached, so all rows are read after their read began.
 */
export class SharedReads {
  readonly #running = new Set<string>();
  readonly #gathering = new Map<string, Gathering>();

  constructor(private readonly database: Database) {}

  /**
   * Returns the rows of `read`, or of an equal read: callers may change their rows.
   * @param key the same for reads with equal statements and values
   * @throws errors of the read, for all its callers
   */
  async rows(key: string, read: Read): Promise<object[]> {
    // The disconnect of a client cancels only a read that is not shared.
    if (!this.#gathering.has(key) && !this.#running.has(key)) return this.#run(key, read);
    const gathering = this.#gathering.get(key) ?? this.#gather(key, read);
    const rows = await gathering.rows;
    if (gathering.isTaken) return rows.map(copyOf);
    // The rows are copied for the others before the first caller can change them.
    gathering.isTaken = true;
    return rows;
  }

  #gather(key: string, read: Read): Gathering {
    // setImmediate runs after all readable sockets were read, so requests that arrived together share the read.
    const rows = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#gathering.delete(key);
      return this.#run(key, () => this.database.shared(read));
    });
    const gathering = { rows, isTaken: false };
    this.#gathering.set(key, gathering);
    return gathering;
  }

  async #run(key: string, read: Read): Promise<object[]> {
    this.#running.add(key);
    try {
      return await read();
    } finally {
      this.#running.delete(key);
    }
  }
}
