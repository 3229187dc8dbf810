import type { Meters, Services } from 'lectern';
import type { Knex } from 'knex';
import {
  openPool,
  serverSource,
  type PoolConfig,
  type ReadUrls,
  type ReplicasConfig,
  type Source,
} from './connections/connection_settings.ts';
import type { DatabaseConfig, Environment, Logger } from './config.ts';
import { EmbeddedDatabase } from './embedded/embedded_database.ts';
import { QueryTimeout } from './connections/query_timeout.ts';
import { meterPool } from './connections/pool_meters.ts';
import { Pools } from './connections/pools.ts';
import { QueryWatch } from './connections/query_watch.ts';
import { meterReplicas } from './replicas/replica_meters.ts';
import { Replicas } from './replicas/replicas.ts';
import { TableChanges } from './transactions/table_changes.ts';
import { Transactions } from './transactions/transactions.ts';

export interface DatabaseNeeds {
  databaseConfig: DatabaseConfig;
  logger: Logger;
  environment: Environment;
  /** Registry of metrics. Without a registry, statements are not observed: no metrics, spans, or logs of slow ones. */
  meters?: Meters;
  /** Reads the settings again when the server refuses the credentials. Without it, they are those of the start. */
  installation?: Pick<Services['installation'], 'secretSettings' | 'shared'> &
    Partial<Pick<Services['installation'], 'usages'>>;
}

/** Objects that a `Database`, its `reserved` database, and the database of a kernel that replaces this one share. */
export interface Internals {
  readonly config: DatabaseConfig;
  readonly embedded: EmbeddedDatabase | undefined;
  readonly replicas: Replicas | undefined;
  readonly pools: Pools;
  readonly transactions: Transactions;
  readonly queryTimeout: QueryTimeout;
  readonly changes: TableChanges;
  readonly buffers: Set<{ drop(): Promise<void> }>;
  /** Names of prepared statements by SQL. */
  readonly names: Map<string, string>;
  /** Number of started databases with these connections; the last one that stops closes the connections. */
  users: number;
  /** Closes the connections. */
  readonly close: () => Promise<void>;
}

/** Default limits for a server. A query ends within three seconds, including its wait for a connection. */
const SERVER_LIMITS = { acquireTimeoutMs: 1000, statementTimeoutMs: 1800 };
// Longer limits for the embedded database, because all queries wait for its single connection.
const EMBEDDED_LIMITS = { acquireTimeoutMs: 5000, statementTimeoutMs: 15_000 };

/**
 * Creates the connections of a database, or returns those of the kernel that is replaced.
 * @throws Error when a configured URL is not a PostgreSQL URL, or when `replicaUrls` is set without `url`
 */
export function internalsOf(needs: DatabaseNeeds): Internals {
  const shared = needs.installation?.shared ?? new Map<string, unknown>();
  const found = (shared.get('database') as Internals | undefined) ?? createInternals(needs, shared);
  shared.set('database', found);
  return found;
}

function createInternals(needs: DatabaseNeeds, shared: Map<string, unknown>): Internals {
  const { databaseConfig: settings, logger, environment, meters } = needs;
  const readUrls = urlReader(needs);
  const usages = needs.installation?.usages;
  const watch = meters && new QueryWatch({ databaseConfig: settings, logger, meters, usages });
  const config = { ...withLimits(settings), watch };
  const queryTimeout = new QueryTimeout(config.statementTimeoutMs);
  const embedded = config.url ? undefined : new EmbeddedDatabase(config, logger, environment);
  const server: Source = embedded ?? serverSource(config.url as string, config, readUrls);
  const source = { ...server, queryLimit: queryTimeout.limit };
  const small = (setting: SmallPool) => smallPool({ ...source, setting }, config, logger);
  const pools = new Pools(openPool(source, config, logger), {
    reserve: small('reservedConnections'),
    operators: small('operatorConnections'),
  });
  const replicas = replicasOf({ ...config, readUrls }, logger);
  if (meters) meterPool(meters, pools.ordinary);
  if (meters && replicas) meterReplicas(meters, replicas);
  const transactions = new Transactions(logger);
  const [changes, buffers] = [new TableChanges(), new Set<never>()];
  const names = new Map<string, string>();
  const close = async () => {
    shared.delete('database');
    await replicas?.stop();
    await pools.destroy();
    await embedded?.close();
  };
  return { config, embedded, replicas, pools, transactions, queryTimeout, changes, buffers, names, users: 0, close };
}

/** Replaces limits of 0 by the defaults of the engine. */
function withLimits(config: DatabaseConfig): DatabaseConfig {
  const usual = config.url ? SERVER_LIMITS : EMBEDDED_LIMITS;
  const acquireTimeoutMs = config.acquireTimeoutMs || usual.acquireTimeoutMs;
  const statementTimeoutMs = config.statementTimeoutMs || usual.statementTimeoutMs;
  return { ...config, acquireTimeoutMs, statementTimeoutMs };
}

type SmallPool = 'reservedConnections' | 'operatorConnections';

/** Opens a pool beside the ordinary one, of the size in a setting. Undefined for the embedded database, and for 0. */
function smallPool(source: Source & { setting: SmallPool }, config: PoolConfig, logger: Logger): Knex | undefined {
  const max = config[source.setting];
  return config.url && max > 0 ? openPool({ ...source, pool: { min: 0, max } }, config, logger) : undefined;
}

/** Reads the URLs of the primary and of the read replicas again from their files. */
function urlReader({ installation }: DatabaseNeeds): ReadUrls {
  const secrets = installation?.secretSettings;
  return () => {
    const { url, replicaUrls = [] } = (secrets?.now('database') ?? {}) as Partial<DatabaseConfig>;
    return url === undefined ? replicaUrls : [url, ...replicaUrls];
  };
}

function replicasOf(config: ReplicasConfig, logger: Logger): Replicas | undefined {
  const { url, replicaUrls } = config;
  if (replicaUrls.length === 0) return undefined;
  if (url) return new Replicas(url, config, logger);
  throw new Error(
    'The embedded database has no read replicas; set DATABASE_URL, or remove DATABASE_REPLICA_URLS (modules.database.replicaUrls).',
  );
}
