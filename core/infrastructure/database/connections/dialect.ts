import { AsyncResource } from 'node:async_hooks';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { isInstance, runOutside } from '../../../hosting/internals.ts';
import { ConnectionPool, type PoolOptions } from './connection_pool.ts';
import { Connection } from './connection.ts';
import { Pipeline } from './pipeline.ts';
import { cancelAndClose } from './close_connection.ts';
import { ConnectionHolds } from './held_connections.ts';
import type { QueryWatch } from './query_watch.ts';
import type { ServerHosts } from './server_hosts.ts';
import { ClientReads, type Reading } from './client_reads.ts';
import type { Query } from '../protocol/query.ts';
import { assertCommitted, begin, isBoundary, type Answer } from './knex_transactions.ts';
import { QueryTimer } from './query_timer.ts';
import { cleanQueryError } from '../protocol/query_error.ts';
import { SentQuery, type Answered } from '../protocol/sent_query.ts';
import {
  codeOf,
  DatabaseUnavailable,
  describeFailure,
  isReadTimeout,
  isRefused,
  QUERY_TIMEOUT,
  takesNoWrites,
} from '../protocol/unavailable.ts';

export type { Connection } from './connection.ts';

// knex does not export the class of its PostgreSQL dialect; it is the constructor of an instance's client.
const { constructor: PostgresDialect } = knex({ client: 'pg' }).client as { constructor: typeof Knex.Client };

/** Types `date` and `date[]`, each with the type whose parser reads it as text. */
const dateTypes: readonly (readonly [number, number])[] = [
  [pg.types.builtins.DATE, pg.types.builtins.TEXT],
  [1182, 1009],
];

/** Reads dates as text, as `field.date` expects: the driver would convert a date to midnight in the local time zone. */
function readDatesAsText(connection: Connection): void {
  for (const [type, text] of dateTypes)
    connection.setTypeParser(type, pg.types.getTypeParser(text) as (text: string) => string);
}

/**
 * knex's PostgreSQL dialect with `ConnectionPool`. Delays BEGIN until the first statement of a transaction, and
 * distinguishes an unavailable database (`DatabaseUnavailable`) from a wrong statement.
 */
export class LecternDialect extends PostgresDialect {
  #freshFrom = 0;
  readonly #timer = new QueryTimer((this.config as { queryLimitMs?: number }).queryLimitMs ?? 0);

  override async acquireRawConnection(): Promise<Connection> {
    // Runs outside of the calling module: all modules share the connection, so its events belong to no module.
    const connection = await runOutside(() => this.#connect());
    readDatesAsText(connection);
    return connection;
  }

  /** Connects; once more, with credentials read again, if the server refuses those of before. */
  async #connect(): Promise<Connection> {
    try {
      return await this.#connectOnce();
    } catch (error) {
      const { renewSettings } = this.config as { renewSettings?: () => object | undefined };
      const renewed = isRefused(error) ? renewSettings?.() : undefined;
      if (!renewed) throw describeFailure(error, true);
      this.connectionSettings = renewed;
      return await this.#connectOnce().catch((again: unknown) => {
        throw describeFailure(again, true);
      });
    }
  }

  async #connectOnce(): Promise<Connection> {
    const settings = this.connectionSettings as { readonly hosts?: ServerHosts };
    const open = async (given: object) => {
      const terms = { owner: this, timer: this.#timer, watch: watchOf(this) };
      const connection = new Connection(given, terms);
      await connection.connect();
      return connection;
    };
    return settings.hosts ? settings.hosts.connect((host) => open({ ...settings, ...host })) : open(settings);
  }

  override async destroyRawConnection(connection: Connection): Promise<void> {
    await connection.givenUp;
    await super.destroyRawConnection(connection);
  }

  override initializePool(config = this.config): void {
    const terms = {
      isUsable: (one: Connection) => this.#isUsable(one),
      grow: () => super.acquireConnection() as Promise<Connection>,
      holds: new ConnectionHolds((config as { heldMs?: number }).heldMs ?? 0, (hold) =>
        watchOf(this)?.reportHeld(hold),
      ),
    };
    this.pool = new ConnectionPool(this.getPoolSettings(config.pool) as PoolOptions, terms);
  }

  override validateConnection(connection: Connection): Promise<boolean> {
    return Promise.resolve(this.#isUsable(connection));
  }

  /** Whether a connection may be lent. A query that still runs was given up without its answer. */
  #isUsable({ lost, isRunning, bornAt }: Connection): boolean {
    return lost === undefined && !isRunning && bornAt >= this.#freshFrom;
  }

  /** Marks all current connections for closing, because new connections may reach another server. */
  renew(): void {
    this.#freshFrom = performance.now();
  }

  /** Marks for closing the free connections that have been idle for at least `ms` milliseconds. */
  dropIdle(ms: number): void {
    (this.pool as ConnectionPool).dropIdle(ms);
  }

  override acquireConnection(): Promise<Connection> {
    return new Promise((resolve, reject) => this.#lend(resolve, reject));
  }

  /**
   * Runs a query on a connection of the pool, for the request `reading` if given. Releases the connection before the
   * promise resolves, so that the next query does not wait for the caller.
   * @returns the rows of the query
   * @throws errors of the driver; DatabaseUnavailable; a failure when the client of `reading` has disconnected
   */
  ask(query: Query, reading: Reading | undefined): Promise<readonly unknown[]> {
    return new Promise((resolve, reject) => {
      this.#lend((connection) => {
        const done: Answered = (error, answer) => {
          if (reading) ClientReads.end(connection);
          const failure = error && failureOn(connection, error);
          void this.releaseConnection(connection);
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- an error of the driver
          if (failure) reject(failure);
          else resolve(answer?.rows ?? []);
        };
        const sent = new SentQuery(query, connection, done);
        try {
          if (reading) ClientReads.begin(reading, connection);
          connection.query(sent);
        } catch (error) {
          // Deferred, because a release serves the next caller. With thousands of disconnected clients, synchronous
          // releases would recurse too deeply.
          queueMicrotask(() => done(error));
        }
      }, reject);
    });
  }

  /**
   * Passes a connection to `take`, possibly in the async context of another request. `take` must not use
   * AsyncLocalStorage.
   */
  #lend(take: (connection: Connection) => void, fail: (error: Error) => void): void {
    const since = performance.now();
    const limit = (this.config as { queryLimit: () => number }).queryLimit();
    const watch = watchOf(this);
    const usage = watch?.charged;
    const lent = (connection: Connection) => {
      watch?.acquired(since);
      connection.limitMs = limit;
      connection.inTransaction = false;
      connection.usage = usage;
      take(connection);
    };
    const pool = this.pool as ConnectionPool | undefined;
    if (!pool) fail(new Error('The database is closed; await all queries before stop() of the service resolves.'));
    else
      pool.lend(watch?.makesSpans ? AsyncResource.bind(lent) : lent, (error) => {
        fail(this.#describeAcquireFailure(error) as Error);
      });
  }

  override async query(connection: Connection, query: unknown): Promise<Answer> {
    const { sql = '', queryContext: { reader: reading, guard } = {} } = query as KnexQuery;
    const reader = connection.inTransaction ? undefined : reading;
    guard?.(sql);
    try {
      assertUsable(connection);
      if (reader) ClientReads.begin(reader, connection);
      if (isBoundary(connection, query)) return {};
      const answer = await Pipeline.of(connection).alone(async () => {
        if (connection.isBeginDue) {
          connection.isBeginDue = false;
          await begin(connection);
        }
        return super.query(connection, query) as Promise<Answer>;
      });
      return assertCommitted(query, answer);
    } catch (error) {
      throw failureOn(connection, error);
    } finally {
      if (reader) ClientReads.end(connection);
    }
  }

  #describeAcquireFailure(error: unknown): unknown {
    if ((error as Error).name !== 'KnexTimeoutError') return describeFailure(error);
    const { max } = this.config.pool as { max: number };
    const { sizedBy } = this.config as { sizedBy?: string };
    const wait = `No database connection became free within ${this.config.acquireConnectionTimeout} ms`;
    const reason =
      max === 1 && sizedBy === 'poolMax'
        ? 'the pool has one connection, and a query was made outside the open transaction that holds ' +
          'it, or that transaction takes too long. Make every query inside the work given to database.transaction()'
        : `all ${max} are in use. Look for long transactions and for queries made outside the transaction that ` +
          `waits for them, or raise modules.database.${sizedBy}`;
    const { holders } = this.pool as ConnectionPool;
    const held = holders && ` Held by plugins: ${holders}.`;
    return new DatabaseUnavailable(`${wait}: ${reason}.${held}`, { cause: error });
  }
}

function watchOf({ config }: LecternDialect): QueryWatch | undefined {
  return (config as { readonly watch?: QueryWatch }).watch;
}

/** The dialect of a knex instance, with access to its connections. */
export function dialectOf(pool: Knex): LecternDialect {
  return pool.client as LecternDialect;
}

/** Converts the error of a query. A timeout closes the connection, whose next query would wait for the old result. */
export function failureOn(connection: Connection, error: unknown): unknown {
  if (connection.isAbandoned) return ClientReads.gone();
  if (isReadTimeout(error)) giveUpSlow(connection);
  if (takesNoWrites(codeOf(error))) leaveServer(connection, error as Error);
  if (isInstance(error, Error)) cleanQueryError(error);
  return describeFailure(error, connection.lost !== undefined);
}

/** @throws the reason when a connection is disposed: a query such as ROLLBACK would wait for an answer in vain */
function assertUsable({ lost }: Connection): void {
  if (lost) throw lost;
}

/** A query of knex: its text for BEGIN and the like, else an object with the context that `Database` sets. */
interface KnexQuery {
  readonly sql?: string;
  readonly queryContext?: { readonly reader?: Reading; readonly guard?: (sql: string) => void };
}

/** Closes a connection whose query timed out, and long idle ones: a broken network path may be the cause. */
function giveUpSlow(connection: Connection): void {
  connection.owner.dropIdle(connection.limitMs);
  cancelAndClose(connection, QUERY_TIMEOUT);
}

/** Marks all connections for closing when a server rejects writes: new connections may reach the new primary. */
function leaveServer(connection: Connection, reason: Error): void {
  connection.lost ??= reason;
  connection.owner.renew();
}
