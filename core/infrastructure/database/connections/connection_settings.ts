import knex, { type Knex } from 'knex';
import type { DatabaseConfig, Logger } from '../config.ts';
import { LecternDialect } from './dialect.ts';
import type { QueryWatch } from './query_watch.ts';
import { hostUrls } from './host_urls.ts';
import { ServerHosts } from './server_hosts.ts';

export type ConnectionSettings = Record<string, unknown>;

/** Pool size and connection settings; the settings are read on first use. */
export interface Source {
  pool: { min: number; max: number };
  settings: () => ConnectionSettings;
  /** Settings after the server has refused the credentials: read again, or undefined if there are none. */
  renewSettings?: () => ConnectionSettings | undefined;
  /** Setting with the size of the pool, for messages; defaults to `poolMax`. */
  setting?: string;
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
    connection: () => source.settings(),
    renewSettings: () => source.renewSettings?.(),
    acquireConnectionTimeout: config.acquireTimeoutMs,
    queryLimitMs: config.statementTimeoutMs,
    heldMs: config.heldConnectionMs,
    sizedBy: source.setting ?? 'poolMax',
    queryLimit: source.queryLimit ?? (() => config.statementTimeoutMs),
    // Values of queries are kept out of error messages, because they may contain passwords.
    compileSqlOnError: false,
    log: knexLog(logger),
    watch: config.watch,
  } as Knex.Config);
}

/** URLs of a database in the configuration, read again from their files. */
export type ReadUrls = () => readonly string[];

/** Settings of the module `database`, and how the URLs are read again when a server refuses the credentials. */
export type ReplicasConfig = DatabaseConfig & { readonly readUrls: ReadUrls };

/**
 * Returns pool size and connection settings for a PostgreSQL server. The properties with its URLs are not enumerable, so
 * that logged settings do not reveal the password.
 * @param readUrls URLs after the server has refused the credentials; one of them may be that of the same database
 * @throws Error when `url` is not a PostgreSQL URL; the message omits the URL
 */
export function serverSource(url: string, config: DatabaseConfig, readUrls: ReadUrls = () => []): Source {
  const { poolMin, poolMax, acquireTimeoutMs } = config;
  let present = url;
  let hosts = ServerHosts.of(url, acquireTimeoutMs);
  const settings = () => {
    const visible = { application_name: 'lectern', connectionTimeoutMillis: acquireTimeoutMs, ...keepAlive };
    return Object.defineProperties(visible, { connectionString: { value: present }, hosts: { value: hosts } });
  };
  const renewSettings = () => {
    const found = readUrls().find((one) => placeOf(one) === placeOf(url));
    if (found === undefined) return undefined;
    present = found;
    hosts = ServerHosts.of(found, acquireTimeoutMs);
    return settings();
  };
  return { pool: { min: poolMin, max: poolMax }, settings, renewSettings };
}

/** Servers and database of a URL without credentials: other URLs would mix two databases. */
function placeOf(address: string): string {
  const urls = hostUrls(address);
  if (!urls.every((url) => URL.canParse(url))) return '';
  return urls
    .map((url) => new URL(url))
    .map(({ host, pathname, search }) => host + pathname + search)
    .join();
}

// Logs only the first line of a warning: knex appends a stack trace, and callers receive the error itself.
function knexLog(logger: Logger): Knex.Logger {
  const warn = (message: unknown) => logger.warn({}, `knex: ${String(message).split('\n')[0]}`);
  return { warn, error: warn, deprecate: warn, debug: () => {} };
}
