/** Value of the setting `dataDir` for an embedded database of which nothing is kept. */
export const IN_MEMORY = 'memory';

/** The settings of module `database`; `module.json` holds the schema, the defaults and the environment names. */
export interface DatabaseConfig {
  /** PostgreSQL to use instead of the embedded database. Secret: never put it in a message. */
  url?: string;
  /** PostgreSQL servers that copy the one of `url` and may be read instead. Secret: never put them in a message. */
  replicaUrls: readonly string[];
  /** How old what a replica answers may be, in seconds. */
  replicaLagSeconds: number;
  /** Folder of the embedded database, relative to the working directory; `memory` keeps nothing. */
  dataDir: string;
  /** File that an embedded database in memory begins with; made by `Database.keep`. */
  snapshot?: string;
  /** Connections kept open while idle. */
  poolMin: number;
  /** Connections at most; the embedded database always has exactly one. */
  poolMax: number;
  /** Connections at most, beyond those, for signing in and for health; the embedded database has none. */
  reservedConnections: number;
  /** How long a query waits for a free connection, in milliseconds; 0 for what fits the engine. */
  acquireTimeoutMs: number;
  /** How long a query may take before it is given up, in milliseconds; 0 for what fits the engine. */
  statementTimeoutMs: number;
  /** The same for a query that no client waits for. */
  backgroundTimeoutMs: number;
  /** From how many milliseconds a statement gets a line in the log; 0 for never. */
  slowQueryMs: number;
  /** From how many milliseconds on the log names a plugin that holds a connection; 0 for never. */
  heldConnectionMs: number;
  /** Lets a production start use the embedded database. */
  allowEmbeddedInProduction: boolean;
  /** Names prepared statements; leave it off behind PgBouncer in transaction mode. */
  preparedStatements: boolean;
}

/** What this module needs of the logger: pino's shape. */
export interface Logger {
  info(about: object, message: string): void;
  warn(about: object, message: string): void;
  error(about: object, message: string): void;
}

export type Environment = 'development' | 'test' | 'production';
