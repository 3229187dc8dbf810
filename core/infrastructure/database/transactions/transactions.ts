import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { reasonOf } from '../../../hosting/internals.ts';
import type { Logger } from '../config.ts';
import type { Connection } from '../connections/connection.ts';
import { dialectOf } from '../connections/dialect.ts';
import { swallowedFailure } from '../connections/knex_transactions.ts';
import { withQueryLimit } from '../connections/query_timer.ts';
import { cancelAndClose } from '../connections/close_connection.ts';
import { Transaction, type IsolationLevel } from './transaction.ts';
import { codeOf } from '../protocol/unavailable.ts';
import { unlessAborted } from './unless_aborted.ts';

/** Options of a transaction. A nested transaction joins the outer one, so of its own options only `signal` applies. */
export interface TransactionOptions {
  /** Attempts in total on serialization failures and deadlocks (40001, 40P01). Default 3. */
  attempts?: number;
  /** Default: the setting of the server, normally read committed. */
  isolationLevel?: IsolationLevel;
  /**
   * Timeout of each query of the work in milliseconds; 0 disables the timeout. Default: the timeout that
   * `withBackgroundTimeout` sets, otherwise `statementTimeoutMs`.
   */
  queryLimitMs?: number;
  /**
   * Aborts the transaction, even while its work waits for something else. The transaction is rolled back and rejects
   * with the reason of the abort. Further queries of the work are rejected.
   */
  signal?: AbortSignal;
}

// Serialization failure and deadlock; CockroachDB and YugabyteDB use the same codes for "restart the transaction".
const RESTART_CODES = new Set(['40001', '40P01']);
const BACKOFF_MS = 20;

/** Runs transactions, and finds the open transaction of a caller by AsyncLocalStorage. */
export class Transactions {
  readonly #storage = new AsyncLocalStorage<Transaction | undefined>();
  #open = 0;

  constructor(private readonly logger: Logger) {}

  /** The open transaction of the caller, if any. @throws Error when that transaction was aborted */
  get current(): Transaction | undefined {
    const transaction = this.#storage.getStore();
    if (transaction?.signal?.aborted) throw givenUp(transaction.signal);
    return transaction?.isOpen ? transaction : undefined;
  }

  /** See `Database.transaction`. @param pool source of the connection, unless a transaction is open already */
  async run<T>(work: () => Promise<T>, options: TransactionOptions, pool: Knex): Promise<T> {
    const { attempts = 3 } = options;
    const outer = this.current;
    if (outer) return this.#join(outer, work, options.signal);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(work, options, pool);
      } catch (error) {
        if (attempt >= attempts || !RESTART_CODES.has(codeOf(error) ?? '')) throw error;
        await sleep(Math.random() * BACKOFF_MS * 2 ** attempt);
      }
    }
  }

  /** See `Database.shared`. Rejects when the caller is in an open transaction. */
  outside<T>(work: () => Promise<T>): Promise<T> {
    const transaction = this.#storage.getStore();
    if (transaction?.isOpen) return Promise.reject(sharedInside());
    return transaction ? this.#storage.run(undefined, work) : work();
  }

  /** See `Database.afterCommit`. */
  afterCommit(callback: () => unknown): void {
    const transaction = this.current;
    if (transaction) transaction.afterCommit.push(callback);
    else void this.#runAfterCommit(callback);
  }

  /** Runs nested `work`. An abort ends the wait for `work`, and prevents later queries of the whole transaction. */
  async #join<T>(outer: Transaction, work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    try {
      return await (signal ? unlessAborted(signal, () => this.#during(outer, work)) : work());
    } catch (error) {
      outer.broken ??= error;
      if (signal?.aborted) outer.signal = signal;
      throw error;
    }
  }

  async #attempt<T>(work: () => Promise<T>, options: TransactionOptions, pool: Knex): Promise<T> {
    const { isolationLevel, signal } = options;
    const connection = await dialectOf(pool).acquireConnection();
    const transaction = new Transaction(connection, pool, signal);
    let result: T;
    try {
      await transaction.begin(isolationLevel);
      result = await this.#limited(transaction, work, options);
      await transaction.commit();
    } catch (error) {
      await transaction.rollback();
      // The commit may fail on a closed connection, so the reason of the abort takes precedence.
      throw signal?.aborted ? signal.reason : error;
    } finally {
      void dialectOf(pool).releaseConnection(connection);
    }
    for (const callback of transaction.afterCommit) void this.#runAfterCommit(callback);
    return result;
  }

  #limited<T>(transaction: Transaction, work: () => Promise<T>, { queryLimitMs }: TransactionOptions): Promise<T> {
    const inside = () => this.#inside(transaction, work);
    return queryLimitMs === undefined ? inside() : withQueryLimit(transaction.connection, queryLimitMs, inside);
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
      transaction.isOpen = false;
    }
  }

  async #during<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
    this.#open++;
    try {
      return await this.#storage.run(transaction, work);
    } finally {
      // An active AsyncLocalStorage slows down all promises of the process, including those of reads. The storage stays
      // active until aborted work has ended, so that queries of aborted work are recognised and rejected.
      if (--this.#open === 0) this.#storage.disable();
    }
  }

  async #runAfterCommit(callback: () => unknown): Promise<void> {
    try {
      await callback();
    } catch (error) {
      this.logger.error(
        { err: error },
        'A callback given to database.afterCommit() failed and is not retried; its transaction is committed. ' +
          'Catch errors in the callback, or publish an event, whose subscribers are retried',
      );
    }
  }
}

function sharedInside(): Error {
  return new Error(
    'database.shared() was called inside of a transaction, so other callers would get uncommitted rows; ' +
      'while database.inTransaction is true, call the load function directly.',
  );
}

/** Cancels the running statement and closes its connection, because a rollback would wait for the statement. */
function endStatement(connection: Connection): void {
  if (connection.isRunning) cancelAndClose(connection, 'its transaction was given up');
}

function givenUp({ reason }: AbortSignal): Error {
  const why = reasonOf(reason);
  return new Error(`The transaction was given up and rolled back (${why}).`, { cause: reason });
}
