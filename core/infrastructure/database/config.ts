/** Value of the setting `dataDir` for an in-memory database. */
export const IN_MEMORY = 'memory';

/** Settings of module `database`; `module.json` has the schema, the defaults and the environment variables. */
export interface DatabaseConfig {
  /** URL of a PostgreSQL server; undefined for the embedded database. Secret: must not appear in messages. */
  url?: string;
  /** URLs of read replicas of the server in `url`. Secret: must not appear in messages. */
  replicaUrls: readonly string[];
  /** Maximum age of replica data, in seconds. For this time after a change, reads of its user go to the primary. */
  replicaLagSeconds: number;
  /** Folder of the embedded database, relative to the working directory; `memory` keeps the data in memory only. */
  dataDir: string;
  /** File with the initial content of an in-memory database, written by `Database.keep`. */
  snapshot?: string;
  /** Number of connections that stay open while idle. */
  poolMin: number;
  /** Largest number of connections of one process to the primary and to each replica; the embedded database has one. */
  poolMax: number;
  /** Largest number of additional connections, for sign-in, authentication, rate limits and health checks. */
  reservedConnections: number;
  /** Number of connections for lists of operators only; 0 for the connections of all others. */
  operatorConnections: number;
  /** Longest wait for a free connection, in milliseconds; 0 means 1000 on a server, 5000 on the embedded database. */
  acquireTimeoutMs: number;
  /** Timeout of a query, in milliseconds; 0 means 1800 on a server, 15000 on the embedded database. */
  statementTimeoutMs: number;
  /** Timeout of a query in background work, in milliseconds. */
  backgroundTimeoutMs: number;
  /** Duration in milliseconds from which a statement is logged as slow; 0 disables this. */
  slowQueryMs: number;
  /** Milliseconds after which a connection held by a plugin or by custom is logged; 0 disables this. */
  heldConnectionMs: number;
  /** Allows the embedded database in production, although it may lose data when the machine fails. */
  allowEmbeddedInProduction: boolean;
  /** Uses named prepared statements; must be false behind PgBouncer in transaction mode before version 1.21. */
  preparedStatements: boolean;
}

/** Methods of the logger that this module uses; compatible with pino. */
export interface Logger {
  info(about: object, message: string): void;
  warn(about: object, message: string): void;
  error(about: object, message: string): void;
}

export type Environment = 'development' | 'test' | 'production';
