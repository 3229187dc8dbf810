import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { reasonOf } from 'lectern/host';
import type { Logger } from './database_config.ts';
import { dialectOf, swallowedFailure, withQueryLimit, type Connection } from './dialect.ts';
import { giveUp } from './give_up.ts';
import { codeOf } from './unavailable.ts';
import { unlessAborted } from './unless_aborted.ts';

/** Options of a transaction. A joined transaction has the options of the outer one. */
export interface TransactionOptions {
  /** Attempts in total on serialization failures and deadlocks (40001, 40P01). Default 3. */
  attempts?: number;
  /** Default: the setting of the server, normally read committed. */
  isolationLevel?: 'read committed' | 'repeatable read' | 'serializable';
  /** Timeout of each query in milliseconds; 0 disables it. Default: `statementTimeoutMs` of the settings. */
  queryLimitMs?: number;
  /**
   * Aborts the transaction, even while its work waits: it is rolled back and rejects with the reason, and further
   * queries of the work are rejected.
   */
  signal?: AbortSignal;
}

/** The transaction of the running call. */
interface Transaction {
  knex: Knex.Transaction;
  connection: Connection;
  /** False after the transaction has ended; calls started inside that still run then use the pool. */
  open: boolean;
  /** Aborts the transaction; queries of its work are rejected then. */
  signal: AbortSignal | undefined;
  /** Error that prevents the commit. */
  broken?: unknown;
  afterCommit: (() => unknown)[];
}

// Serialization failure and deadlock; CockroachDB and YugabyteDB use the same codes for "restart the transaction".
const RESTART_CODES = new Set(['40001', '40P01']);
const BACKOFF_MS = 20;

/** Runs transactions, and tracks the transaction of the running call. */
export class Transactions {
  readonly #storage = new AsyncLocalStorage<Transaction | undefined>();
  readonly #logger: Logger;
  #open = 0;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** The open transaction of the running call. @throws Error when the call belongs to an aborted transaction */
  get current(): Transaction | undefined {
    const transaction = this.#storage.getStore();
    if (transaction?.signal?.aborted) throw givenUp(transaction.signal);
    return transaction?.open ? transaction : undefined;
  }

  /** See `Database.transaction`. @param pool source of the connection, unless a transaction is open already */
  async run<T>(work: () => Promise<T>, options: TransactionOptions, pool: Knex): Promise<T> {
    const { attempts = 3 } = options;
    const outer = this.current;
    if (outer) return join(outer, work);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(work, options, pool);
      } catch (error) {
        if (attempt >= attempts || !RESTART_CODES.has(codeOf(error) ?? '')) throw error;
        await sleep(Math.random() * BACKOFF_MS * 2 ** attempt);
      }
    }
  }

  /** See `Database.shared`. @throws Error when the caller is in an open transaction */
  outside<T>(work: () => Promise<T>): Promise<T> {
    const transaction = this.#storage.getStore();
    if (transaction?.open) return Promise.reject(sharedInside());
    return transaction ? this.#storage.run(undefined, work) : work();
  }

  /** See `Database.afterCommit`. */
  afterCommit(callback: () => unknown): void {
    const transaction = this.current;
    if (transaction) transaction.afterCommit.push(callback);
    else void this.#runAfterCommit(callback);
  }

  async #attempt<T>(work: () => Promise<T>, options: TransactionOptions, pool: Knex): Promise<T> {
    const { isolationLevel, queryLimitMs, signal } = options;
    const callbacks: (() => unknown)[] = [];
    const begin = async (knex: Knex.Transaction) => {
      const connection = await connectionOf(knex);
      const inside = () => this.#inside({ knex, connection, open: true, signal, afterCommit: callbacks }, work);
      return queryLimitMs === undefined ? inside() : withQueryLimit(connection, queryLimitMs, inside);
    };
    const result = await pool.transaction(begin, isolationLevel ? { isolationLevel } : {}).catch((error: unknown) => {
      // The rollback may fail on a closed connection, so the reason of the abort takes precedence.
      throw signal?.aborted ? signal.reason : error;
    });
    for (const callback of callbacks) void this.#runAfterCommit(callback);
    return result;
  }

  async #inside<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
    const run = () => this.#during(transaction, work);
    try {
      const result = await (transaction.signal ? unlessAborted(transaction.signal, run) : run());
      if (transaction.broken !== undefined) throw swallowedFailure(transaction.broken);
      return result;
    } catch (error) {
      if (transaction.signal?.aborted) endStatement(transaction.connection);
      throw error;
    } finally {
      transaction.open = false;
    }
  }

  async #during<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
    this.#open++;
    try {
      return await this.#storage.run(transaction, work);
    } finally {
      // Active storage slows down all promises of the process, including those of reads. Aborted work counts until it
      // ends, because its queries have to be recognized.
      if (--this.#open === 0) this.#storage.disable();
    }
  }

  async #runAfterCommit(callback: () => unknown): Promise<void> {
    try {
      await callback();
    } catch (error) {
      this.#logger.error(
        { err: error },
        'A callback given to database.afterCommit() failed; its transaction is committed',
      );
    }
  }
}

async function join<T>(outer: Transaction, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    outer.broken ??= error;
    throw error;
  }
}

function sharedInside(): Error {
  return new Error(
    'database.shared() was called inside of a transaction, so other callers would get uncommitted rows. ' +
      'Fix: use Batch or SharedCache, which let a transaction load for itself.',
  );
}

/** Cancels the running statement, because a rollback would wait for it. */
function endStatement(connection: Connection): void {
  if (!connection.readyForQuery) giveUp(connection, 'its transaction was given up');
}

function givenUp({ reason }: AbortSignal): Error {
  const why = reasonOf(reason);
  return new Error(`The transaction was given up and rolled back (${why}).`, { cause: reason });
}

// knex calls the work even when BEGIN failed; its statements would run outside of any transaction.
async function connectionOf(knex: Knex.Transaction): Promise<Connection> {
  if (knex.isCompleted()) throw new Error('The transaction could not be begun.');
  return dialectOf(knex).acquireConnection();
}
