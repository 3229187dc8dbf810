import type { Knex } from 'knex';
import { openPool, serverSource, type ReplicasConfig } from '../connections/connection_settings.ts';
import type { Logger } from '../config.ts';
import { dialectOf, failureOn, type Connection } from '../connections/dialect.ts';
import { closeConnection } from '../connections/close_connection.ts';
import { rowsOn } from '../connections/query_on.ts';
import { ClientReads, type Reading } from '../connections/client_reads.ts';
import type { Query } from '../protocol/query.ts';
import { DatabaseUnavailable, isReadTimeout } from '../protocol/unavailable.ts';
import { lastBeatOn } from './heartbeat.ts';

/** State of a replica, for operators. */
export interface ReplicaState {
  /** Host, port and database, without credentials. */
  readonly server: string;
  readonly state: 'in use' | 'behind' | 'away';
  readonly reason?: string;
  /** Largest possible age of the data, in seconds; undefined before the first answer. */
  readonly lag?: number;
  /** Number of reads that the replica has answered to this process. */
  readonly reads: number;
}

/** Longest wait for a connection of a replica, in milliseconds; afterwards the primary answers the read. */
const TIMEOUT_MS = 1000;
const CHECK_TIMEOUT_MS = 2000;

/** A read replica. Runs reads, and checks how far the data of the replica is behind the primary. */
export class Replica {
  readonly server: string;
  readonly #pool: Knex;
  /** A separate connection, so that health checks do not queue behind reads. */
  readonly #watch: Knex;
  readonly #limitMs: number;
  readonly #logger: Logger;
  readonly #busy = new Set<Connection>();
  #reads = 0;
  /** Time up to which the replica's data is current, by `performance.now()`. */
  #currentAt = -Infinity;
  #away: string | undefined = 'it was not checked yet';
  #seen: ReplicaState['state'] | undefined;
  #reported: ReplicaState['state'] | undefined;

  constructor(url: string, config: ReplicasConfig, logger: Logger) {
    this.server = serverOf(url);
    this.#limitMs = config.replicaLagSeconds * 1000;
    this.#logger = logger;
    const own = { ...config, acquireTimeoutMs: Math.min(config.acquireTimeoutMs, TIMEOUT_MS) };
    this.#pool = openPool(serverSource(url, own, config.readUrls), own, logger);
    const watching = { ...own, acquireTimeoutMs: CHECK_TIMEOUT_MS, statementTimeoutMs: CHECK_TIMEOUT_MS };
    const source = serverSource(url, watching, config.readUrls);
    this.#watch = openPool({ ...source, pool: { min: 0, max: 1 } }, watching, logger);
  }

  /** Whether the replica answers and its data is recent enough to read. */
  get isFit(): boolean {
    return this.#away === undefined && this.#age <= this.#limitMs;
  }

  get state(): ReplicaState {
    const { server, isFit } = this;
    const lag = Number.isFinite(this.#age) ? { lag: Math.round(this.#age / 10) / 100 } : {};
    const same = { server, reads: this.#reads, ...lag };
    if (isFit) return { ...same, state: 'in use' };
    if (this.#away !== undefined) return { ...same, state: 'away', reason: this.#away };
    return { ...same, state: 'behind', reason: `it may be more than ${this.#limitMs / 1000} s behind the primary` };
  }

  /** Runs a query on the replica. @throws errors of the driver; DatabaseUnavailable; a failure if the client is gone */
  readonly run = async (query: Query, reading: Reading | undefined): Promise<readonly unknown[]> => {
    const connection = await dialectOf(this.#pool).acquireConnection();
    this.#busy.add(connection);
    try {
      if (reading) ClientReads.begin(reading, connection);
      const rows = await rowsOn(connection, query);
      this.#reads++;
      return rows;
    } catch (error) {
      throw failureOn(connection, error);
    } finally {
      if (reading) ClientReads.end(connection);
      this.#busy.delete(connection);
      dialectOf(this.#pool).releaseConnection(connection);
    }
  };

  /**
   * Checks the lag.
   * @param primaryNow time on the clock of the primary, in milliseconds; `at` is `performance.now()` at that moment or
   * shortly before
   */
  async look({ primaryNow, at }: { primaryNow: number; at: number }): Promise<void> {
    try {
      const lag = Math.max(primaryNow - (await lastBeatOn(this.#watch)), 0);
      this.#currentAt = at - lag;
      this.#away = undefined;
    } catch (error) {
      this.#away = reasonOf(error);
      // Rejects pending reads, which then fall back to the primary.
      for (const connection of this.#busy) closeConnection(connection, 'the read replica does not answer');
    }
    this.reportState();
  }

  /** Takes the replica out of use until the next successful check. */
  leave(error: unknown): void {
    this.#away ??= reasonOf(error);
  }

  /**
   * Logs a changed state: `in use` immediately, others after two checks agree, because the first check may precede the
   * arrival of a heartbeat.
   */
  reportState(): void {
    const { server, state, reason, lag } = this.state;
    const isLasting = state === this.#seen || state === 'in use';
    this.#seen = state;
    if (!isLasting || state === this.#reported) return;
    this.#reported = state;
    if (state === 'in use') this.#logger.info({ server, lag }, `The read replica ${server} is in use`);
    else
      this.#logger.warn(
        { server, reason, lag },
        `The read replica ${server} is out of use (${reason ?? state}); its reads go to other replicas or to the primary. Check its server and its replication`,
      );
  }

  async stop(): Promise<void> {
    await Promise.all([this.#pool.destroy(), this.#watch.destroy()]);
  }

  get #age(): number {
    return performance.now() - this.#currentAt;
  }
}

/** Whether an error shows that the replica is unreachable. A busy pool or a slow statement does not show this. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable)) return false;
  const { cause } = error;
  return !isReadTimeout(cause) && (cause as Error | undefined)?.name !== 'KnexTimeoutError';
}

/** Reason of a failure for logs. Leaves out the text of `DatabaseUnavailable`, which gives advice about the primary. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  if (!(error instanceof DatabaseUnavailable) || !(cause instanceof Error)) return message;
  const isSilent = isReadTimeout(cause) || cause.name === 'KnexTimeoutError';
  return isSilent ? `it did not answer within ${CHECK_TIMEOUT_MS} ms` : cause.message;
}

function serverOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || '5432'}${pathname}`;
}
