import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { reasonOf } from 'lectern/host';
import type { Logger } from './database_config.ts';
import { dialectOf, swallowedFailure, withQueryLimit, type Connection } from './dialect.ts';
import { giveUp } from './give_up.ts';
import { codeOf } from './unavailable.ts';
import { unlessAborted } from './unless_aborted.ts';

/** How a transaction is run. A joined transaction takes over the outer one's options. */
export interface TransactionOptions {
  /** Tries in all when the database asks for a repetition (40001, 40P01). Default 3. */
  attempts?: number;
  /** Default: what the server is set to, normally read committed. */
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  /** How long each query may take, in milliseconds; 0 for no limit. Default: `statementTimeoutMs` of the settings. */
  queryLimitMs?: number;
  /**
   * Gives the transaction up when it is aborted, whatever the work is waiting for: it is rolled back and rejects with
   * the reason, and what the work still asks of the database is refused.
   */
  signal?: AbortSignal;
}

/** The transaction the running call is in. */
interface Transaction {
  knex: Knex.Transaction;
  connection: Connection;
  /** False once it has ended: what was started inside and still runs then uses the pool. */
  open: boolean;
  /** What ends it early. Aborted, nothing that was started inside may reach the database any more. */
  signal: AbortSignal | undefined;
  /** Why it can't be committed any more. */
  broken?: unknown;
  afterCommit: (() => unknown)[];
}

// Serialization failure and deadlock; CockroachDB and YugabyteDB use the same codes for "restart the transaction".
const RESTART_CODES = new Set(['40001', '40P01']);
const BACKOFF_MS = 20;

/** Runs transactions and knows the one that the running call is in. */
export class Transactions {
  readonly #storage = new AsyncLocalStorage<Transaction | undefined>();
  readonly #logger: Logger;
  #open = 0;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** The open transaction of the running call. @throws Error when the call belongs to one that was given up */
  get current(): Transaction | undefined {
    const transaction = this.#storage.getStore();
    if (transaction?.signal?.aborted) throw givenUp(transaction.signal);
    return transaction?.open ? transaction : undefined;
  }

  /** See `Database.transaction`. @param pool that a connection is taken from, unless one is open already */
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
    const { isolation, queryLimitMs, signal } = options;
    const callbacks: (() => unknown)[] = [];
    const begin = async (knex: Knex.Transaction) => {
      const connection = await connectionOf(knex);
      const inside = () => this.#inside({ knex, connection, open: true, signal, afterCommit: callbacks }, work);
      return queryLimitMs === undefined ? inside() : withQueryLimit(connection, queryLimitMs, inside);
    };
    const result = await pool
      .transaction(begin, isolation ? { isolationLevel: isolation } : {})
      .catch((error: unknown) => {
        // The connection may be gone by then, and the rollback fail for that.
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
      // While it is on, every promise of the process takes longer to make, also those of requests that only read. Work
      // that was given up counts until it ends by itself: what it still asks for has to be known as its own.
      if (--this.#open === 0) this.#storage.disable();
    }
  }

  async #runAfterCommit(callback: () => unknown): Promise<void> {
    try {
      await callback();
    } catch (error) {
      this.#logger.error({ err: error }, 'A callback given to database.afterCommit() failed; its transaction stands');
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
    'database.shared() was called inside of a transaction, so that others would get what is not committed. ' +
      'Fix: use Batch or SharedCache, which let a transaction load for itself.',
  );
}

/** A rollback would wait for the statement that is still running. */
function endStatement(connection: Connection): void {
  if (!connection.readyForQuery) giveUp(connection, 'its transaction was given up');
}

function givenUp({ reason }: AbortSignal): Error {
  const why = reasonOf(reason);
  return new Error(`The transaction was given up and rolled back (${why}).`, { cause: reason });
}

// knex calls the work even when BEGIN failed; whatever it did then would be done outside of any transaction.
async function connectionOf(knex: Knex.Transaction): Promise<Connection> {
  if (knex.isCompleted()) throw new Error('The transaction could not be begun.');
  return dialectOf(knex).acquireConnection();
}
