import type { Knex } from 'knex';
import { dialectOf, failureOn } from './dialect.ts';
import { insideOf, type DatabaseNeeds, type Inside } from './inside.ts';
import { Readers, type Reading } from './readers.ts';
import { rowsOn } from './rows_on.ts';
import { mayLag, type ReadCall } from './replicas/read_call.ts';
import type { Replicas } from './replicas/replicas.ts';
import type { Query } from './query.ts';
import { Statement, tracedHere, type RunStatement, type StatementBuilder } from './statement.ts';
import type { TransactionOptions } from './transactions.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const CHECK_LIMIT_MS = 2000;

/** The database, PostgreSQL or the embedded one: the same SQL, types, error codes and constraint names on both. */
export class Database {
  /** Which engine answers. */
  readonly engine: 'embedded' | 'postgresql';
  /** Servers that copy this one, if there are any. */
  readonly replicas: Replicas | undefined;
  /**
   * The same database, for what must come through when everything else waits: when all connections are in use, it has
   * some of its own (`reservedConnections`). For signing in and for who calls; whoever uses it must be quick.
   */
  readonly reserved: Database;
  readonly #inside: Inside;

  /** @throws Error when a configured URL is no PostgreSQL URL, and when there are replicas of the embedded database */
  constructor(needs: DatabaseNeeds, whole?: Database) {
    this.#inside = whole ? whole.#inside : insideOf(needs);
    this.engine = this.#inside.embedded ? 'embedded' : 'postgresql';
    this.replicas = this.#inside.replicas;
    this.reserved = whole ? this : new Database(needs, this);
  }

  /**
   * Opens the embedded database, or makes sure that the server answers.
   * @throws DatabaseUnavailable when the server is away
   * @throws Error when the embedded database is refused: in production, or because another process uses its folder
   */
  async start(): Promise<void> {
    const { embedded } = this.#inside;
    if (!embedded) return this.check();
    await embedded.open();
    // It is never away, only slow on a machine that is busy.
    await this.knex.raw('select 1');
  }

  /** Reads from the replicas from now on. */
  ready(): void {
    this.replicas?.begin();
  }

  /** What operators should know of the replicas. */
  operatorRemarks(): readonly string[] {
    const remark = this.replicas?.remark;
    return remark === undefined ? [] : [remark];
  }

  /** Resolves when the database answers. @throws DatabaseUnavailable when it does not within two seconds */
  async check(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_resolve, reject) => {
      const message = `The database did not answer within ${CHECK_LIMIT_MS} ms. Check its load and the way to it.`;
      timer = setTimeout(() => reject(new DatabaseUnavailable(message)), CHECK_LIMIT_MS);
    });
    await Promise.race([this.reserved.knex.raw('select 1'), limit]).finally(() => clearTimeout(timer));
  }

  /**
   * Writes what is in an embedded database in memory into a file, for the setting `snapshot`; the file is there once it
   * is whole.
   */
  async keep(file: string): Promise<void> {
    const { embedded } = this.#inside;
    if (!embedded) throw new Error('Only an embedded database can be kept; a server has backups of its own.');
    await embedded.keep(file);
  }

  /** Everything in an embedded database, as a tar archive that `unpackCluster` makes a folder of. */
  async dump(): Promise<Buffer> {
    const { embedded } = this.#inside;
    if (!embedded) throw new Error('Only an embedded database can be dumped; a server has pg_dump.');
    return embedded.dump();
  }

  /** Closes all connections, waiting for those in use, and the embedded database. */
  async stop(): Promise<void> {
    await this.replicas?.stop();
    await this.#inside.pools.destroy();
    await this.#inside.embedded?.close();
  }

  /** knex, bound to the transaction of the running call or else to the pool. Ask for it anew in every query. */
  get knex(): Knex {
    return this.#inside.transactions.current?.knex ?? this.#pool;
  }

  /** A query builder for one table. */
  table<Row extends object = Record<string, unknown>>(name: string) {
    return forReader(this.knex<Row>(name));
  }

  /** A query in SQL, `?` for values and `??` for names; resolves to the driver's result with its `rows`. */
  raw<Row = Record<string, unknown>>(sql: string, bindings: Knex.RawBinding[] = []): Knex.Raw<{ rows: Row[] }> {
    return forReader(this.knex.raw(sql, bindings));
  }

  /**
   * Runs `work` in a transaction: it is committed when the work resolves, rolled back when it rejects. Every query the
   * work makes joins it, and so does a transaction asked for inside. When the database asks for a repetition
   * (serialization failure, deadlock) the outermost work runs again, so it must be safe to repeat.
   * @throws Error when an error inside was swallowed: the whole is rolled back then
   * @example await database.transaction(async () => { await debit(a); await credit(b); });
   */
  transaction<T>(work: () => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    return this.#inside.transactions.run(work, options, this.#pool);
  }

  /**
   * Lets each query of the work take longer than one that a client waits for: what jobs and subscribers do, and whatever
   * has the time. A transaction may say so itself by `queryLimitMs`.
   * @param ms milliseconds; what the setting `backgroundTimeoutMs` says unless given
   */
  patiently<T>(work: () => Promise<T>, ms = this.#inside.config.backgroundTimeoutMs): Promise<T> {
    return this.#inside.patience.during(ms, work);
  }

  /**
   * Calls back once the running transaction, or the one it joined, has been committed; at once when there is none.
   * Nobody waits for the callback, and its errors are only logged.
   */
  afterCommit(callback: () => unknown): void {
    this.#inside.transactions.afterCommit(callback);
  }

  /** Whether the running call is in a transaction. */
  get inTransaction(): boolean {
    return this.#inside.transactions.current !== undefined;
  }

  /**
   * To be told when rows of a table were added, removed or moved from one list to another: what this process keeps of
   * them for a while is forgotten once the running transaction has been committed. `insertRow` and `revise` tell it.
   */
  changed(table: string): void {
    this.afterCommit(() => {
      this.#inside.changes.tell(table);
    });
  }

  /**
   * Calls back after each change of a table that this process made; see `changed`.
   * @param owner whoever keeps something of the table. It is not held, and nobody is called when it is gone: the listener
   * must reach it by its parameter only.
   */
  onChange<T extends object>(table: string, owner: T, listener: (owner: T) => void): void {
    this.#inside.changes.listen(table, owner, listener);
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
    const name = this.#inside.config.preparedStatements ? `lectern_${++this.#inside.named}` : undefined;
    return new Statement<Row, Params>(build, this.#run, name);
  }

  /**
   * Runs a query that is made for this once. Its rows are what `await query` gives.
   * @param call as in `Statement.all`
   */
  async read<Row>(query: Knex.QueryBuilder | Knex.Raw, call?: ReadCall): Promise<Row[]> {
    const { sql, bindings } = query.toSQL().toNative();
    try {
      return (await this.#run({ text: sql, values: [...bindings] }, call)) as Row[];
    } catch (error) {
      throw tracedHere(error);
    }
  }

  /**
   * Runs a load whose result several callers get; `Batch` and `SharedCache` do so. It joins no transaction, has the
   * usual query limit, and goes on when the client has gone that asked first.
   * @throws Error inside of a transaction, which has to load for itself
   */
  shared<T>(load: () => Promise<T>): Promise<T> {
    const { transactions, patience } = this.#inside;
    return transactions.outside(() => patience.usual(() => Readers.share(load)));
  }

  readonly #run: RunStatement = (query, call) => {
    const reading = Readers.current(call?.request);
    if (!call || !this.replicas || !mayLag(call) || this.inTransaction) return this.#runHere(query, reading);
    return this.replicas.run(query, reading, this.#runHere);
  };

  readonly #runHere = (query: Query, reading?: Reading): Promise<readonly unknown[]> => {
    const joined = this.#inside.transactions.current?.connection;
    if (!joined) return dialectOf(this.#pool).ask(query, reading);
    return rowsOn(joined, query).catch((error: unknown) => {
      throw failureOn(joined, error);
    });
  };

  get #pool(): Knex {
    const { pools } = this.#inside;
    return this.reserved === this ? pools.reserved : pools.ordinary;
  }
}

/** What is asked for while an operation begins ends with its client. */
function forReader<Q extends { queryContext(context: object): unknown }>(query: Q): Q {
  const reader = Readers.current();
  if (reader) query.queryContext({ reader });
  return query;
}
