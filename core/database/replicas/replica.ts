import type { Knex } from 'knex';
import { openPool, serverSource } from '../connections.ts';
import type { DatabaseConfig, Logger } from '../database_config.ts';
import { dialectOf, failureOn, type Connection } from '../dialect.ts';
import { hangUp } from '../give_up.ts';
import { rowsOn } from '../rows_on.ts';
import { Readers, type Reading } from '../readers.ts';
import type { Query } from '../query.ts';
import { DatabaseUnavailable, isReadTimeout } from '../unavailable.ts';
import { lastBeatOn } from './heartbeat.ts';

/** How a replica is, for operators. */
export interface ReplicaState {
  /** Host, port and database; nothing else of its address. */
  readonly server: string;
  readonly state: 'in use' | 'behind' | 'away';
  readonly reason?: string;
  /** Age of its data at the most, in seconds, unless it was never known. */
  readonly lag?: number;
  /** Reads that it has answered. */
  readonly reads: number;
}

/** How long a replica may take to hand out a connection: the primary is there, too. */
const PATIENCE_MS = 1000;
/** How long it may take to answer a look at it. */
const LOOK_MS = 2000;

/** One server that has a copy of the database. */
export class Replica {
  readonly server: string;
  readonly #pool: Knex;
  /** A connection of its own: how a replica is must not be asked behind a hundred reads. */
  readonly #watch: Knex;
  readonly #limitMs: number;
  readonly #logger: Logger;
  readonly #busy = new Set<Connection>();
  #reads = 0;
  /** Moment, by the clock of this process, that its data is not older than; nothing is known of one that is away. */
  #currentAt = -Infinity;
  #away: string | undefined = 'it was not looked at yet';
  #seen: ReplicaState['state'] | undefined;
  #told: ReplicaState['state'] | undefined;

  constructor(url: string, config: DatabaseConfig, logger: Logger) {
    this.server = serverOf(url);
    this.#limitMs = config.replicaLagSeconds * 1000;
    this.#logger = logger;
    const own = { ...config, acquireTimeoutMs: Math.min(config.acquireTimeoutMs, PATIENCE_MS) };
    this.#pool = openPool(serverSource(url, own), own, logger);
    const watching = { ...own, acquireTimeoutMs: LOOK_MS, statementTimeoutMs: LOOK_MS };
    const source = serverSource(url, watching);
    this.#watch = openPool({ ...source, pool: { min: 0, max: 1 } }, watching, logger);
  }

  /** Whether it may be read. */
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

  /** @throws what the server says, and DatabaseUnavailable */
  readonly run = async (query: Query, reading: Reading | undefined): Promise<readonly unknown[]> => {
    const connection = await dialectOf(this.#pool).acquireConnection();
    this.#busy.add(connection);
    try {
      if (reading) Readers.begin(reading, connection);
      const rows = await rowsOn(connection, query);
      this.#reads++;
      return rows;
    } catch (error) {
      throw failureOn(connection, error);
    } finally {
      if (reading) Readers.end(connection);
      this.#busy.delete(connection);
      dialectOf(this.#pool).releaseConnection(connection);
    }
  };

  /**
   * Looks how far it is.
   * @param primaryNow the clock of the primary, and `at` the moment by the clock of this process when it was asked
   */
  async look({ primaryNow, at }: { primaryNow: number; at: number }): Promise<void> {
    try {
      const lag = Math.max(primaryNow - (await lastBeatOn(this.#watch)), 0);
      this.#currentAt = at - lag;
      this.#away = undefined;
    } catch (error) {
      this.#away = reasonOf(error);
      // Whoever still waits for its answer turns to the primary.
      for (const connection of this.#busy) hangUp(connection, 'the read replica does not answer');
    }
    this.tell();
  }

  /** Takes it out until the next look. */
  leave(error: unknown): void {
    this.#away ??= reasonOf(error);
  }

  /** Logs what has changed, once it is so a second time: the first look of all comes before the first heartbeat. */
  tell(): void {
    const { server, state, reason, lag } = this.state;
    const isLasting = state === this.#seen || state === 'in use';
    this.#seen = state;
    if (!isLasting || state === this.#told) return;
    this.#told = state;
    if (state === 'in use') this.#logger.info({ server, lag }, `The read replica ${server} is in use`);
    else this.#logger.warn({ server, reason, lag }, `The read replica ${server} is out of use; the primary is read`);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#pool.destroy(), this.#watch.destroy()]);
  }

  get #age(): number {
    return performance.now() - this.#currentAt;
  }
}

/**
 * Whether the server or the way to it is broken; that all connections are in use, or one statement is slow, says nothing of
 * the kind.
 */
export function isLost(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable)) return false;
  const { cause } = error;
  return !isReadTimeout(cause) && (cause as Error | undefined)?.name !== 'KnexTimeoutError';
}

/** What the driver says, without advice that is meant for the primary. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  if (!(error instanceof DatabaseUnavailable) || !(cause instanceof Error)) return message;
  const isSilent = isReadTimeout(cause) || cause.name === 'KnexTimeoutError';
  return isSilent ? `it did not answer within ${LOOK_MS} ms` : cause.message;
}

function serverOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || '5432'}${pathname}`;
}
