import knex, { type Knex } from 'knex';
import type { DatabaseConfig, Logger } from '../config.ts';
import { LecternDialect } from './dialect.ts';
import type { QueryWatch } from './query_watch.ts';

export type ConnectionSettings = Record<string, unknown>;

/** Pool size and connection settings; the settings are read on first use. */
export interface Source {
  pool: { min: number; max: number };
  settings: () => ConnectionSettings;
  /** Timeout of a query that starts now, in milliseconds; defaults to `statementTimeoutMs`. */
  queryLimit?: () => number;
}

/** Settings of the module `database`, and the observer of the statements of a pool. */
export type PoolConfig = DatabaseConfig & { readonly watch?: QueryWatch | undefined };

// Keepalive, because network devices drop idle connections.
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Creates a connection pool, which connects on its first query. */
export function openPool(source: Source, config: PoolConfig, logger: Logger): Knex {
  return knex({
    client: LecternDialect,
    pool: source.pool,
    connection: () => Object.assign(source.settings(), { query_timeout: config.statementTimeoutMs }),
    acquireConnectionTimeout: config.acquireTimeoutMs,
    queryLimitMs: config.statementTimeoutMs,
    heldMs: config.heldConnectionMs,
    queryLimit: source.queryLimit ?? (() => config.statementTimeoutMs),
    // Values of queries are kept out of error messages, because they may contain passwords.
    compileSqlOnError: false,
    log: knexLog(logger),
    watch: config.watch,
  } as Knex.Config);
}

/**
 * Returns pool size and connection settings for a PostgreSQL server. The property with the URL is not enumerable, so
 * that logged settings do not reveal the password.
 * @throws Error when `url` is not a PostgreSQL URL; the message omits the URL
 */
export function serverSource(url: string, config: DatabaseConfig): Source {
  assertPostgresUrl(url);
  const { poolMin, poolMax, acquireTimeoutMs } = config;
  const settings = () => {
    const visible = { application_name: 'lectern', connectionTimeoutMillis: acquireTimeoutMs, ...keepAlive };
    return Object.defineProperty(visible, 'connectionString', { value: url, enumerable: false });
  };
  return { pool: { min: poolMin, max: poolMax }, settings };
}

function assertPostgresUrl(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (/^postgres(ql)?:$/.test(protocol)) return;
  throw new Error(
    'The setting modules.database.url (DATABASE_URL) is no PostgreSQL address. ' +
      'Write it as postgres://user:password@host:5432/name and percent-encode special characters of the password.',
  );
}

// Logs only the first line of a warning: knex appends a stack trace, and callers receive the error itself.
function knexLog(logger: Logger): Knex.Logger {
  const warn = (message: unknown) => logger.warn({}, `knex: ${String(message).split('\n')[0]}`);
  return { warn, error: warn, deprecate: warn, debug: () => {} };
}
