import { type Limited, TimeLimit } from '../../../hosting/internals.ts';

type Timed = Limited & { expire(): void };

/** Enforces query timeouts. Queries with the default timeout share a timer. */
export class QueryTimer {
  readonly #usual: TimeLimit<Timed>;
  readonly #others = new Map<Timed, NodeJS.Timeout>();

  /** @param ms default timeout in milliseconds; 0 for none */
  constructor(private readonly ms: number) {
    this.#usual = new TimeLimit<Timed>(ms, (query) => query.expire());
  }

  /** @param ms timeout of the query in milliseconds; 0 for none */
  begin(query: Timed, ms: number): void {
    if (ms === 0) return;
    if (ms === this.ms) this.#usual.begin(query);
    else this.#others.set(query, setTimeout(() => query.expire(), ms).unref());
  }

  end(query: Timed): void {
    if (this.#usual.end(query) || this.#others.size === 0) return;
    clearTimeout(this.#others.get(query));
    this.#others.delete(query);
  }
}

/** Connection with the timeout of its queries. */
interface LimitedConnection {
  limitMs: number;
}

/** Runs `work` with another query timeout on the connection, in milliseconds; 0 disables it. */
export async function withQueryLimit<T>(connection: LimitedConnection, ms: number, work: () => Promise<T>): Promise<T> {
  const { limitMs: before } = connection;
  connection.limitMs = ms;
  try {
    return await work();
  } finally {
    connection.limitMs = before;
  }
}
