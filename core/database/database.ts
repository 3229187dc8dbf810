import type { Knex } from 'knex';
import { openPool, serverSource, type Source } from './connections.ts';
import type { DatabaseConfig, Environment, Logger } from './database_config.ts';
import { dialectOf, failureOn } from './dialect.ts';
import { EmbeddedDatabase } from './embedded/embedded_database.ts';
import { Statement, type RunStatement, type StatementBuilder } from './statement.ts';
import { TableChanges } from './table_changes.ts';
import { Transactions, type TransactionOptions } from './transactions.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const CHECK_LIMIT_MS = 2000;

/** The database, PostgreSQL or the embedded one: the same SQL, types, error codes and constraint names on both. */
export class Database {
  /** Which engine answers. */
  readonly engine: 'embedded' | 'postgresql';
  readonly #embedded: EmbeddedDatabase | undefined;
  readonly #pool: Knex;
  readonly #transactions: Transactions;
  readonly #changes = new TableChanges();
  readonly #namesStatements: boolean;
  #statements = 0;

  /** @throws Error when the configured URL is no PostgreSQL URL */
  constructor({ databaseConfig, logger, environment }: DatabaseNeeds) {
    const { url } = databaseConfig;
    this.engine = url ? 'postgresql' : 'embedded';
    this.#embedded = url ? undefined : new EmbeddedDatabase(databaseConfig, logger, environment);
    const source = this.#embedded ?? serverSource(url as string, databaseConfig);
    this.#pool = openPool(source satisfies Source, databaseConfig, logger);
    this.#transactions = new Transactions(this.#pool, logger);
    this.#namesStatements = databaseConfig.preparedStatements;
  }

  /**
   * Opens the embedded database, or makes sure that the server answers.
   * @throws DatabaseUnavailable when the server is away
   * @throws Error when the embedded database is refused: in production, or because another process uses its folder
   */
  async start(): Promise<void> {
    await this.#embedded?.open();
    await this.check();
  }

  /** Resolves when the database answers. @throws DatabaseUnavailable when it does not within two seconds */
  async check(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_resolve, reject) => {
      const message = `The database did not answer within ${CHECK_LIMIT_MS} ms. Check its load and the way to it.`;
      timer = setTimeout(() => reject(new DatabaseUnavailable(message)), CHECK_LIMIT_MS);
    });
    await Promise.race([this.knex.raw('select 1'), limit]).finally(() => clearTimeout(timer));
  }

  /**
   * Writes what is in an embedded database in memory into a file, for the setting `snapshot`; the file is there once it
   * is whole.
   */
  async keep(file: string): Promise<void> {
    if (!this.#embedded) throw new Error('Only an embedded database can be kept; a server has backups of its own.');
    await this.#embedded.keep(file);
  }

  /** Closes all connections, waiting for those in use, and the embedded database. */
  async stop(): Promise<void> {
    await this.#pool.destroy();
    await this.#embedded?.close();
  }

  /** knex, bound to the transaction of the running call or else to the pool. Ask for it anew in every query. */
  get knex(): Knex {
    return this.#transactions.current?.knex ?? this.#pool;
  }

  /** A query builder for one table. */
  table<Row extends object = Record<string, unknown>>(name: string) {
    return this.knex<Row>(name);
  }

  /** A query in SQL, `?` for values and `??` for names; resolves to the driver's result with its `rows`. */
  raw<Row = Record<string, unknown>>(sql: string, bindings: Knex.RawBinding[] = []): Knex.Raw<{ rows: Row[] }> {
    return this.knex.raw(sql, bindings);
  }

  /**
   * Runs `work` in a transaction: it is committed when the work resolves, rolled back when it rejects. Every query the
   * work makes joins it, and so does a transaction asked for inside. When the database asks for a repetition
   * (serialization failure, deadlock) the outermost work runs again, so it must be safe to repeat.
   * @throws Error when an error inside was swallowed: the whole is rolled back then
   * @example await database.transaction(async () => { await debit(a); await credit(b); });
   */
  transaction<T>(work: () => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    return this.#transactions.run(work, options);
  }

  /**
   * Calls back once the running transaction, or the one it joined, has been committed; at once when there is none.
   * Nobody waits for the callback, and its errors are only logged.
   */
  afterCommit(callback: () => unknown): void {
    this.#transactions.afterCommit(callback);
  }

  /** Whether the running call is in a transaction. */
  get inTransaction(): boolean {
    return this.#transactions.current !== undefined;
  }

  /**
   * To be told when rows of a table were added, removed or moved from one list to another: what this process keeps of
   * them for a while is forgotten once the running transaction has been committed. `insertRow` and `revise` tell it.
   */
  changed(table: string): void {
    this.afterCommit(() => {
      this.#changes.tell(table);
    });
  }

  /**
   * Calls back after each change of a table that this process made; see `changed`.
   * @param owner whoever keeps something of the table. It is not held, and nobody is called when it is gone: the listener
   * must reach it by its parameter only.
   */
  onChange<T extends object>(table: string, owner: T, listener: (owner: T) => void): void {
    this.#changes.listen(table, owner, listener);
  }

  /**
   * A query that is always the same but for its values. Its SQL is made once, here: call it where services are
   * constructed, not where they work.
   * @example
   * const byId = database.statement<Article, { id: string }>((q, param) => q('articles').where('id', param('id')));
   * await byId.first({ id: '7' });
   */
  statement<Row, Params extends object = Record<string, unknown>>(
    build: StatementBuilder<Params>,
  ): Statement<Row, Params> {
    const name = this.#namesStatements ? `lectern_${++this.#statements}` : undefined;
    return new Statement<Row, Params>(build, this.#run, name);
  }

  readonly #run: RunStatement = async (query) => {
    const joined = this.#transactions.current?.connection;
    const connection = joined ?? (await dialectOf(this.#pool).acquireConnection());
    try {
      return await connection.query(query);
    } catch (error) {
      throw failureOn(connection, error);
    } finally {
      if (!joined) dialectOf(this.#pool).releaseConnection(connection);
    }
  };
}

/** What `Database` is made of. */
export interface DatabaseNeeds {
  databaseConfig: DatabaseConfig;
  logger: Logger;
  environment: Environment;
}
