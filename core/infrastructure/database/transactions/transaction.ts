import knex, { type Knex } from 'knex';
import type { Connection } from '../connections/connection.ts';
import { dialectOf, failureOn, LecternDialect } from '../connections/dialect.ts';
import { swallowedFailure } from '../connections/knex_transactions.ts';
import { cancelAndClose } from '../connections/close_connection.ts';
import type { Answer } from '../protocol/sent_query.ts';
import { Pipeline } from '../connections/pipeline.ts';
import type { Query } from '../protocol/query.ts';
import { answerOn } from '../connections/query_on.ts';
import { together } from './together.ts';

export type IsolationLevel = 'read committed' | 'repeatable read' | 'serializable';

const isolationLevels: ReadonlySet<string> = new Set<IsolationLevel>([
  'read committed',
  'repeatable read',
  'serializable',
]);

/** An open transaction, and the connection that it uses. */
export class Transaction {
  readonly connection: Connection;
  /** Aborts the transaction. Later queries of its work are rejected. */
  signal: AbortSignal | undefined;
  /** Callbacks of `Database.afterCommit`, called after the commit. */
  readonly afterCommit: (() => unknown)[] = [];
  /** Queries of `Database.atCommit`, sent together with COMMIT. */
  readonly atCommit: Query[] = [];
  /** False once the work has ended, before COMMIT or ROLLBACK. Later queries use the pool, or fail after an abort. */
  isOpen = true;
  /** First error of a nested transaction; prevents the commit even if the outer work swallowed the error. */
  broken?: unknown;
  /** Whether COMMIT was sent. */
  #isEnded = false;
  readonly #pool: Knex;
  #knex: Knex | undefined;

  constructor(connection: Connection, pool: Knex, signal: AbortSignal | undefined) {
    this.connection = connection;
    this.signal = signal;
    this.#pool = pool;
  }

  /**
   * knex instance for this transaction. Created on first use, because the creation is costly and `Statement` does not
   * need it.
   */
  get knex(): Knex {
    this.#knex ??= boundTo(this, this.#pool);
    return this.#knex;
  }

  /**
   * Begins the transaction. BEGIN is sent with the first statement; an isolation level is such a statement.
   * @throws Error for an unknown isolation level; errors of the driver
   */
  async begin(level: IsolationLevel | undefined): Promise<void> {
    if (level !== undefined && !isolationLevels.has(level))
      throw new Error(`The isolation level "${level}" is unknown; use one of ${[...isolationLevels].join(', ')}.`);
    this.connection.isBeginDue = true;
    this.connection.inTransaction = true;
    if (level !== undefined) await this.#send(command(`SET TRANSACTION ISOLATION LEVEL ${level}`));
  }

  /**
   * Sends the queries of `atCommit` and COMMIT; sends nothing if there was no statement. A failed query prevents the
   * commit.
   * @throws errors of the driver; Error when the server rolled back, because an error of a query was swallowed
   */
  async commit(): Promise<void> {
    if (this.atCommit.length === 0 && this.#isUnsent()) return;
    const last = this.atCommit.map((query) => this.#send(query));
    // COMMIT must not overtake queries that still wait to be sent, because sending them may fail.
    if (!Pipeline.of(this.connection).isSent) await together(last);
    this.#isEnded = true;
    const answers = await together([...last, this.#send(command('COMMIT'))]);
    // PostgreSQL answers COMMIT of a failed transaction with a silent ROLLBACK.
    if (answers.at(-1)?.command === 'ROLLBACK') throw swallowedFailure();
  }

  /** Rolls back, unless COMMIT was sent. If ROLLBACK fails, closes the connection, so that the server rolls back. */
  async rollback(): Promise<void> {
    const { connection } = this;
    if (this.#isUnsent() || this.#isEnded || connection.lost !== undefined) return;
    await this.#send(command('ROLLBACK')).catch(() =>
      cancelAndClose(connection, 'its transaction could not be rolled back'),
    );
  }

  /** Whether no statement was sent, so that there is nothing to end. Also cancels the BEGIN that is due. */
  #isUnsent(): boolean {
    const { isBeginDue = false } = this.connection;
    this.connection.isBeginDue = false;
    return isBeginDue;
  }

  #send(query: Query): Promise<Answer> {
    return answerOn(this.connection, query).catch((error: unknown) => {
      throw failureOn(this.connection, error);
    });
  }
}

/** knex dialect on the connection of a transaction. Acquires and releases no connection of the pool. */
class BoundDialect extends LecternDialect {
  readonly transacting = true;
  readonly #transaction: Transaction;
  /** Passed to knex as the outer transaction of a savepoint; knex reads only these properties. */
  readonly #outermost = { _lastChild: Promise.resolve(), isCompleted: () => !this.#transaction.isOpen };

  constructor(config: Knex.Config & { transaction: Transaction }) {
    super(config);
    this.#transaction = config.transaction;
  }

  override acquireConnection(): Promise<Connection> {
    const { isOpen, connection } = this.#transaction;
    return isOpen ? Promise.resolve(connection) : Promise.reject(ended());
  }

  override releaseConnection(): Promise<void> {
    return Promise.resolve();
  }

  /** Runs a transaction of knex as a savepoint; several of them run one after another. */
  override transaction(...[container, config, outer]: Parameters<LecternDialect['transaction']>) {
    return super.transaction(container, config, outer ?? this.#outermost);
  }
}

function boundTo(transaction: Transaction, pool: Knex): Knex {
  const config = { ...dialectOf(pool).config, client: BoundDialect, transaction };
  // Without connection settings, knex creates no pool for this dialect.
  delete config.connection;
  const bound = Object.assign(knex(config), { isTransaction: true });
  bound.on('query', (query) => (pool.client as NodeJS.EventEmitter).emit('query', query));
  return bound;
}

function command(text: string): Query {
  return { text, values: [] };
}

function ended(): Error {
  return new Error(
    'A knex query was built in a transaction that has ended. Await it inside the work given to database.transaction().',
  );
}
