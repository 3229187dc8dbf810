import type { Knex } from 'knex';
import { inTime, limitedTo, type Uses } from '../../hosting/internals.ts';
import { dialectOf, failureOn } from './connections/dialect.ts';
import { internalsOf, type DatabaseNeeds, type Internals } from './internals.ts';
import { ClientReads, type Reading } from './connections/client_reads.ts';
import { rowsOn } from './connections/query_on.ts';
import { mayLag, type ReadCall } from './replicas/read_call.ts';
import { inBatches, type BatchRun, type BatchWork } from './rows/in_batches.ts';
import type { Replicas } from './replicas/replicas.ts';
import type { Query } from './protocol/query.ts';
import { guardedKnex, tableGuard, type StatementGuard } from './schema/table_guard.ts';
import { Statement, tracedHere, type RunStatement, type StatementBuilder } from './statement.ts';
import type { TransactionOptions } from './transactions/transactions.ts';
import { DatabaseUnavailable } from './protocol/unavailable.ts';

const CHECK_LIMIT_MS = 2000;

/** Connections that a `Database` uses: a property of `Pools`. */
type Share = 'ordinary' | 'reserved' | 'operators';
type View = [share: Share, guard?: StatementGuard | undefined];

/**
 * The database: a PostgreSQL server, or the embedded PostgreSQL. Both have the same SQL, types and error codes.
 *
 * @example
 * const found = await database.table('notes').where({ user_id: userId });
 * await database.transaction(async () => {
 *   await database.table('notes').where({ id }).delete();
 * });
 */
export class Database {
  readonly engine: 'embedded' | 'postgresql';
  /** Read replicas; undefined without `replicaUrls`. */
  readonly replicas: Replicas | undefined;
  /**
   * This database with additional connections (`reservedConnections`), which are used while all others are busy. For
   * short queries of sign-in, authentication and rate limits.
   */
  readonly reserved: Database;
  /** This database with the few connections (`operatorConnections`) of lists and totals for operators. */
  readonly operators: Database;
  /** Modules of the tables that migrations have created, by table. */
  readonly owners: Map<string, string>;
  readonly #internals: Internals;
  readonly #needs: DatabaseNeeds;
  readonly #share: Share;
  readonly #guard: StatementGuard | undefined;
  readonly #limited = new Map<string, Database>();

  /** @throws Error when a configured URL is not a PostgreSQL URL, or when `replicaUrls` is set without `url` */
  constructor(needs: DatabaseNeeds, whole?: Database, [share, guard]: View = ['ordinary']) {
    this.#needs = needs;
    this.#guard = guard;
    this.owners = whole?.owners ?? new Map<string, string>();
    this.#internals = whole ? whole.#internals : internalsOf(needs);
    this.engine = this.#internals.embedded ? 'embedded' : 'postgresql';
    this.replicas = this.#internals.replicas;
    this.#share = share;
    const other = (name: Share) => (share === 'ordinary' ? new Database(needs, this, [name, guard]) : this);
    this.reserved = other('reserved');
    this.operators = other('operators');
  }

  /** This database for a plugin: refuses statements about tables of other modules that `uses` does not name. */
  [limitedTo](plugin: string, uses: Uses): Database {
    const known = this.#limited.get(plugin);
    if (known) return known;
    const limited = new Database(this.#needs, this, ['ordinary', tableGuard(plugin, uses, this.owners)]);
    this.#limited.set(plugin, limited);
    return limited;
  }

  /**
   * Opens the embedded database, or checks that the server answers.
   * @throws DatabaseUnavailable when the server is unavailable; errors of the driver, such as a wrong password
   * @throws Error when the embedded database cannot be opened, is used by another process, or is not allowed: in a
   * worker process, or in production without `allowEmbeddedInProduction`
   */
  async start(): Promise<void> {
    const { embedded } = this.#internals;
    this.#internals.users++;
    if (!embedded) return this.check();
    await embedded.open();
    // Not `check`, whose limit of two seconds is meant for servers.
    await this.knex.raw('select 1');
  }

  /** Buffers of services for later writes. A reset of the test kit drops what they contain. */
  get buffers(): Set<{ drop(): Promise<void> }> {
    return this.#internals.buffers;
  }

  /** Whether `start` would create an embedded database in a folder. */
  get isMissing(): boolean {
    return this.#internals.embedded?.isMissing === true;
  }

  /**
   * Checks that `start` does not create an embedded database in a folder, for commands that use existing data.
   * @throws Error when the folder has no database, or the embedded database is not allowed
   */
  assertCreated(): void {
    this.#internals.embedded?.assertCreated();
  }

  /** Starts the checks of the read replicas. Called by the kernel when all services have started. */
  ready(): void {
    if (this.#internals.users === 1) this.replicas?.begin();
  }

  /** A remark if read replicas are out of use, shown by `/readyz`. */
  operatorRemarks(): readonly string[] {
    const remark = this.replicas?.remark;
    return remark === undefined ? [] : [remark];
  }

  /**
   * Resolves when the database answers.
   * @throws DatabaseUnavailable when the database is unavailable, or does not answer within two seconds
   * @throws errors of the driver
   */
  async check(): Promise<void> {
    const message = `The database did not answer within ${CHECK_LIMIT_MS} ms. Check its load and the network.`;
    const late = () => new DatabaseUnavailable(message);
    await inTime({ milliseconds: CHECK_LIMIT_MS, run: () => this.reserved.knex.raw('select 1'), late });
  }

  /**
   * Writes the content of an in-memory database to a file, for the setting `snapshot`. A failed write only emits a
   * warning of the process.
   * @throws Error for a server, for a database in a folder, and before `start`
   */
  async keep(file: string): Promise<void> {
    const { embedded } = this.#internals;
    if (!embedded) throw new Error('keep() saves only the embedded database; back up a server with lectern backup.');
    await embedded.keep(file);
  }

  /**
   * Stops the replica checks, waits for connections in use, closes all connections, then the embedded database. Does
   * nothing while a kernel that replaces this one uses them.
   */
  async stop(): Promise<void> {
    if (--this.#internals.users <= 0) await this.#internals.close();
  }

  /**
   * knex, bound to the open transaction of the caller or else to the pool. Read this property for every query: a stored
   * knex would not follow transactions.
   * @throws Error when the transaction of the caller was aborted
   */
  get knex(): Knex {
    const knex = this.#internals.transactions.current?.knex ?? this.#pool;
    return this.#guard ? guardedKnex(knex, this.#guard) : knex;
  }

  /** A query builder for one table. */
  table<Row extends object = Record<string, unknown>>(name: string) {
    return this.#forReader(this.knex<Row>(name));
  }

  /** A query in SQL, with `?` for values and `??` for names. Resolves to the result of the driver: `{ rows }`. */
  raw<Row = Record<string, unknown>>(
    sql: string,
    bindings: Knex.RawBinding[] | Knex.ValueDict = [],
  ): Knex.Raw<{ rows: Row[] }> {
    return this.#forReader(this.knex.raw(sql, bindings));
  }

  /**
   * Runs `work` in a transaction: commits when `work` resolves, rolls back when `work` rejects. Queries and nested
   * transactions of `work` join the transaction. After a serialization failure or deadlock, the outermost `work` runs
   * again, up to `attempts` times in total.
   * @throws errors of `work`; Error when `work` swallowed the error of a query or nested transaction, after a rollback
   * @example await database.transaction(async () => { await debit(a); await credit(b); });
   */
  transaction<T>(work: () => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    return this.#internals.transactions.run(work, options, this.#pool);
  }

  /**
   * Runs `work` with another query timeout, for jobs, subscribers and other background work. A transaction that is open
   * already keeps its timeout.
   * @param ms milliseconds; defaults to the setting `backgroundTimeoutMs`
   */
  withBackgroundTimeout<T>(work: () => Promise<T>, ms = this.#internals.config.backgroundTimeoutMs): Promise<T> {
    return this.#internals.queryTimeout.during(ms, work);
  }

  /**
   * Runs `work` for batches of rows until it returns false, for jobs that clean or change many rows. The size of the
   * batches follows their duration, so that each holds its locks for about 100 ms. Ends early when the signal of the job
   * aborts, and after five minutes; the next run goes on. Call this method outside of transactions.
   * @example
   * await database.inBatches(async (limit) => (await this.#expire.all({ limit })).length === limit, { signal });
   */
  inBatches(work: BatchWork, run?: BatchRun): Promise<void> {
    return inBatches(work, run);
  }

  /**
   * Calls `callback` after the commit of the open transaction, or immediately without a transaction. The callback is
   * not awaited. Its errors are only logged.
   */
  afterCommit(callback: () => unknown): void {
    this.#internals.transactions.afterCommit(callback);
  }

  /**
   * Runs a statement together with the COMMIT of the open transaction; without a transaction, immediately. When the
   * statement fails, the transaction is rolled back and rejects.
   */
  async atCommit<Params extends object>(statement: Statement<unknown, Params>, params: Params): Promise<void> {
    const { current } = this.#internals.transactions;
    this.#guard?.(statement.text);
    if (current) current.atCommit.push(statement.query(params));
    else await statement.all(params);
  }

  /** Whether the caller runs in an open transaction. @throws Error when that transaction was aborted */
  get inTransaction(): boolean {
    return this.#internals.transactions.current !== undefined;
  }

  /**
   * Reports a change of a table to the listeners of `onChange`: after the commit of the open transaction, or
   * immediately without a transaction. `insertRow` and `revise` call this method.
   */
  changed(table: string): void {
    this.afterCommit(() => this.#internals.changes.notify(table));
  }

  /**
   * Calls `listener` for each change of a table that this process reports with `changed`.
   * @param owner object that caches data of the table. The owner is referenced weakly, so the listener must access
   * the owner by its parameter only. The listener is dropped after the owner was collected.
   */
  onChange<T extends object>(table: string, owner: T, listener: (owner: T) => void): void {
    this.#internals.changes.listen(table, owner, listener);
  }

  /**
   * Creates a query with constant SQL and variable values, for a field of a service. `:id` stands for the value of `id`.
   * @param sql the SQL, or a function that builds it with knex, where `param('id')` stands for the value of `id`
   * @example
   * readonly #byId = this.#database.statement<Article, { id: string }>('select * from articles where id = :id');
   * await this.#byId.first({ id: '7' });
   */
  statement<Row, Params extends object = Record<string, unknown>>(
    sql: string | StatementBuilder<Params>,
  ): Statement<Row, Params> {
    const { config, names } = this.#internals;
    // Equal statements have the same name, so that a kernel that replaces another one prepares them only once.
    const nameOf = (text: string) => {
      const name = names.get(text) ?? `lectern_${names.size + 1}`;
      names.set(text, name);
      return name;
    };
    return new Statement<Row, Params>(sql, this.#run, config.preparedStatements ? nameOf : undefined);
  }

  /**
   * Runs a knex query that is built for a single use, and returns its rows.
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
   * Runs a load whose result several callers share, as `Batch` and `SharedCache` do. The load has the default query
   * timeout. Queries that `load` starts before its first `await` continue when the client of the caller disconnects.
   * @throws Error in a transaction, where the caller must call `load` directly; errors of `load`
   */
  shared<T>(load: () => Promise<T>): Promise<T> {
    const { transactions, queryTimeout } = this.#internals;
    return transactions.outside(() => queryTimeout.usual(() => ClientReads.share(load)));
  }

  /** Assigns a query to the current read request, so that a disconnect of the client cancels the query. */
  #forReader<Q extends { queryContext(context: object): unknown }>(query: Q): Q {
    const reader = ClientReads.current();
    if (reader) query.queryContext({ reader, guard: this.#guard });
    return query;
  }

  readonly #run: RunStatement = (query, call) => {
    this.#guard?.(query.text);
    const reading = ClientReads.current(call?.request);
    if (!call || !this.replicas || !mayLag(call) || this.inTransaction) return this.#runHere(query, reading);
    return this.replicas.run(query, reading, this.#runHere);
  };

  readonly #runHere = (query: Query, reading?: Reading): Promise<readonly unknown[]> => {
    const joined = this.#internals.transactions.current?.connection;
    if (!joined) return dialectOf(this.#pool).ask(query, reading);
    return rowsOn(joined, query).catch((error: unknown) => {
      throw failureOn(joined, error);
    });
  };

  get #pool(): Knex {
    return this.#internals.pools[this.#share];
  }
}
