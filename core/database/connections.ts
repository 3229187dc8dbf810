import knex, { type Knex } from 'knex';
import type { DatabaseConfig, Logger } from './database_config.ts';
import { LecternDialect } from './dialect.ts';
import type { QueryWatch } from './query_watch.ts';

/** What `pg` is told about a connection. */
export type ConnectionSettings = Record<string, unknown>;

/** How many connections, and how each is made; asked when the first one is needed. */
export interface Source {
  pool: { min: number; max: number };
  settings: () => ConnectionSettings;
  /** How long a query may take that begins now, in milliseconds; `statementTimeoutMs` unless given. */
  queryLimit?: () => number;
}

/** The settings of a pool, and whoever times what is sent by it. */
export type PoolConfig = DatabaseConfig & { readonly watch?: QueryWatch | undefined };

// Something on the way forgets connections on which nothing is said.
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Opens the pool. Connects to nothing before the first query. */
export function openPool(source: Source, config: PoolConfig, logger: Logger): Knex {
  return knex({
    client: LecternDialect,
    pool: source.pool,
    connection: () => Object.assign(source.settings(), { query_timeout: config.statementTimeoutMs }),
    acquireConnectionTimeout: config.acquireTimeoutMs,
    queryLimitMs: config.statementTimeoutMs,
    heldMs: config.heldConnectionMs,
    queryLimit: source.queryLimit ?? (() => config.statementTimeoutMs),
    // Values never enter messages: what is logged or shown may hold passwords otherwise.
    compileSqlOnError: false,
    log: knexLog(logger),
    watch: config.watch,
  } as Knex.Config);
}

/**
 * The pool of a PostgreSQL server. The address stays out of every enumerable property, so that inspecting or logging
 * a connection does not show the password.
 * @throws Error when `url` is no PostgreSQL URL; the message does not repeat it
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
    'The setting database.url (DATABASE_URL) is no PostgreSQL address. ' +
      'Write it as postgres://user:password@host:5432/name and percent-encode special characters of the password.',
  );
}

// knex puts stack traces into its warnings; the error itself reaches the caller anyway.
function knexLog(logger: Logger): Knex.Logger {
  const warn = (message: unknown) => logger.warn({}, `knex: ${String(message).split('\n')[0]}`);
  return { warn, error: warn, deprecate: warn, debug: () => {} };
}
