import type { Knex } from 'knex';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { DatabaseUnavailable, type Database } from '../../database/index.ts';
import { DatabaseAttempts } from './database_attempts.ts';
import { limiterOptions, type Bounds, type Counting, type CountStore } from './count_store.ts';

/** Counts in the table `limit_counters`. */
export class DatabaseStore implements CountStore {
  readonly attempts: DatabaseAttempts;
  readonly #database: Database;

  constructor(database: Database) {
    this.attempts = new DatabaseAttempts(database);
    this.#database = database;
  }

  async start(): Promise<void> {}

  check(): Promise<void> {
    return this.#database.check();
  }

  stop(): void {}

  limiter(counting: Counting): RateLimiterPostgres {
    return new RateLimiterPostgres({
      ...limiterOptions(counting),
      storeClient: { query: this.#query },
      storeType: 'client',
      tableName: 'limit_counters',
      tableCreated: true,
      clearExpiredByTimeout: false,
    });
  }

  async giveBack(storedKey: string, { points, ceiling }: Bounds): Promise<void> {
    await this.#database.raw(
      `update limit_counters set points = least(points, ?) - 1
       where key = ? and expire > ? and points > 0 and points <= ?`,
      [points, storedKey, Date.now(), ceiling],
    );
  }

  isAway(error: unknown): boolean {
    return error instanceof DatabaseUnavailable;
  }

  /**
   * Query function for the limiter. Given knex itself, the limiter would name its statements, which poolers in
   * transaction mode do not support.
   */
  readonly #query = async ({ text, values }: { text: string; values: Knex.Value[] }) => {
    const named = Object.fromEntries(values.map((value, index) => [`v${index + 1}`, value]));
    return (await this.#database.knex.raw(text.replaceAll(/\$(\d+)/g, ':v$1'), named)) as unknown;
  };
}
