import knex from 'knex';
import { Limited, runningModule, TimeLimit } from '../../../hosting/internals.ts';
import type { Connection } from './connection.ts';
import { holdersOf, type ConnectionHolds } from './held_connections.ts';

class Waiter extends Limited {
  constructor(
    readonly take: (connection: Connection) => void,
    readonly fail: (error: unknown) => void,
  ) {
    super();
  }
}

/** Functions of the knex dialect that the pool calls, and the tracker of connections held by plugins. */
export interface PoolTerms {
  /** Whether a connection may still be handed out. */
  readonly isUsable: (connection: Connection) => boolean;
  /** Acquires a connection through knex, which validates an idle connection or creates a new one. */
  readonly grow: () => Promise<Connection>;
  readonly holds: ConnectionHolds;
}

export type PoolOptions = ConstructorParameters<typeof knex.KnexPool<Connection>>[0];

/**
 * Connection pool of knex with a fast path. A released connection goes to the oldest waiting caller in the same turn of
 * the event loop. After a delay, the PostgreSQL process of the connection would sleep, and waking it takes longer than
 * most statements.
 */
export class ConnectionPool extends knex.KnexPool<Connection> {
  readonly #terms: PoolTerms;
  readonly #waiting: TimeLimit<Waiter>;

  constructor(options: PoolOptions, terms: PoolTerms) {
    super(options);
    this.#terms = terms;
    this.#waiting = new TimeLimit(this.acquireTimeoutMillis, ({ fail }) => {
      fail(new knex.KnexTimeoutError('No connection became free in time.'));
    });
  }

  override numPendingAcquires(): number {
    return super.numPendingAcquires() + this.#waiting.length;
  }

  /** Text about the plugins that hold connections, such as `shop (3, for up to 12 s)`; empty when no plugin does. */
  get holders(): string {
    return holdersOf(this.used.map(({ resource }) => resource));
  }

  /** Marks for closing the free connections that have been idle for at least `ms` milliseconds. */
  dropIdle(ms: number): void {
    const before = Date.now() - ms;
    for (const { resource, timestamp } of this.free) {
      if (timestamp <= before) resource.lost ??= new Error('it was idle while another connection timed out');
    }
  }

  /**
   * Passes a connection to the callback `take`, synchronously if a usable connection is free.
   * @param fail called when no connection became free in time, or a new connection failed
   */
  lend(take: Waiter['take'], fail: Waiter['fail']): void {
    const owner = runningModule();
    if (owner === undefined) this.#lend(take, fail);
    else
      this.#lend((connection) => {
        this.#terms.holds.begin(connection, owner);
        take(connection);
      }, fail);
  }

  #lend(take: Waiter['take'], fail: Waiter['fail']): void {
    const free = this.#takeFree();
    if (free) take(free);
    else if (this.used.length + this.pendingCreates.length < this.max) this.#grow({ take, fail });
    else this.#waiting.begin(new Waiter(take, fail));
  }

  override release(connection: Connection): boolean {
    if (connection.hold) this.#terms.holds.end(connection);
    const { oldest: next } = this.#waiting;
    if (!next) return super.release(connection);
    if (!this.#terms.isUsable(connection)) {
      const isKnown = super.release(connection);
      this.#serveNext();
      return isKnown;
    }
    this.#waiting.end(next);
    next.take(connection);
    return true;
  }

  #takeFree(): Connection | undefined {
    const free = this.free.at(-1);
    if (!free || this.pendingAcquires.length > 0 || !this.#terms.isUsable(free.resource)) return undefined;
    this.free.pop();
    this.used.push(free);
    return free.resource;
  }

  /** Acquires a connection through knex. A failed creation leaves a free slot, so the next waiting caller is served. */
  #grow({ take, fail }: Pick<Waiter, 'take' | 'fail'>): void {
    this.#terms.grow().then(take, (error: unknown) => {
      fail(error);
      this.#serveNext();
    });
  }

  #serveNext(): void {
    const { oldest: next } = this.#waiting;
    if (!next) return;
    this.#waiting.end(next);
    this.#grow(next);
  }
}
