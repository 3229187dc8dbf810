import { Limited, TimeLimit, type Owner } from '../../../hosting/internals.ts';

/** Records that code of a plugin or of `custom` holds a connection, and since when. */
export class Hold extends Limited {
  readonly #since = performance.now();

  constructor(readonly module: string) {
    super();
  }

  /** Seconds since the connection was acquired, rounded. */
  get seconds(): number {
    return Math.round((performance.now() - this.#since) / 1000);
  }
}

interface Held {
  hold?: Hold | undefined;
}

/** Tracks which plugins hold connections of a pool, and reports those that exceed the limit. */
export class ConnectionHolds {
  readonly #limit: TimeLimit<Hold> | undefined;

  /** @param ms 0 disables the limit */
  constructor(ms: number, exceeded: (hold: Hold) => void) {
    this.#limit = ms === 0 ? undefined : new TimeLimit(ms, exceeded);
  }

  begin(connection: Held, { name }: Owner): void {
    connection.hold = new Hold(name);
    this.#limit?.begin(connection.hold);
  }

  end(connection: Held): void {
    if (connection.hold) this.#limit?.end(connection.hold);
    connection.hold = undefined;
  }
}

/** Text for messages: `shop (3, for up to 12 s)` means three connections, held by the plugin `shop`. */
export function holdersOf(connections: readonly Held[]): string {
  const holds = connections.flatMap(({ hold }) => hold ?? []);
  const modules = [...new Set(holds.map(({ module }) => module))];
  return modules
    .map((name) => {
      const own = holds.filter(({ module }) => module === name);
      return `${name} (${own.length}, for up to ${Math.max(...own.map(({ seconds }) => seconds))} s)`;
    })
    .join(', ');
}
