import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { openPool, serverSource, type ReplicasConfig } from '../connections/connection_settings.ts';
import type { Logger } from '../config.ts';
import type { Reading } from '../connections/client_reads.ts';
import type { Query } from '../protocol/query.ts';
import { HEARTBEAT_INTERVAL_MS, beat } from './heartbeat.ts';
import { isLost, Replica, type ReplicaState } from './replica.ts';

/** State of the read replicas, which answer reads that may be some seconds old. */
export interface ReplicaReport {
  readonly replicas: readonly ReplicaState[];
  /** Number of reads for replicas that the primary has answered, because no replica was usable or a replica failed. */
  readonly onPrimary: number;
}

/** Runs a query on the primary, for the request `reading` if given. */
type RunHere = (query: Query, reading?: Reading) => Promise<readonly unknown[]>;

/** Longest timeout of a heartbeat on the primary, in milliseconds. */
const TIMEOUT_MS = 3000;
/** Largest number of checks in `examine`: the first check may precede the arrival of a new heartbeat. */
const CHECKS = 3;

/**
 * Read replicas of the primary. Reads rotate over replicas that answer and lag at most `replicaLagSeconds`. Without
 * such a replica, or when the replica fails, the primary answers the read.
 */
export class Replicas {
  /** Maximum age of replica data, in seconds. */
  readonly lagSeconds: number;
  readonly #replicas: readonly Replica[];
  readonly #primary: Knex;
  readonly #logger: Logger;
  #turn = 0;
  #onPrimary = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #stopped = false;
  /** Whether the last heartbeat failed on the primary, so that the lag of replicas is unknown. */
  #isLagUnknown = false;

  /** @throws Error when a URL is invalid; the message omits the URL */
  constructor(url: string, config: ReplicasConfig, logger: Logger) {
    config.replicaUrls.forEach(assertAddress);
    this.#logger = logger;
    this.lagSeconds = config.replicaLagSeconds;
    this.#replicas = config.replicaUrls.map((one) => new Replica(one, config, logger));
    // A separate connection, so that heartbeats succeed while all other connections to the primary are busy.
    const own = { ...config, statementTimeoutMs: Math.min(config.statementTimeoutMs, TIMEOUT_MS) };
    this.#primary = openPool({ ...serverSource(url, own, config.readUrls), pool: { min: 0, max: 1 } }, own, logger);
  }

  get report(): ReplicaReport {
    return { replicas: this.#replicas.map(({ state }) => state), onPrimary: this.#onPrimary };
  }

  /** Remark on unusable replicas, without addresses, because `/readyz` shows the remark. */
  get remark(): string | undefined {
    const out = this.#replicas.filter(({ isFit }) => !isFit).length;
    if (out === 0) return undefined;
    const how = `${out} of ${this.#replicas.length} read replicas ${out === 1 ? 'is' : 'are'} out of use`;
    return `${how}, so other replicas or the primary answer the reads; the log has the reason`;
  }

  /** Starts periodic checks. Until the first check, the primary answers all reads. */
  begin(): void {
    if (this.#stopped) return;
    this.#looking = this.look().finally(() => {
      if (!this.#stopped) this.#timer = setTimeout(() => this.begin(), HEARTBEAT_INTERVAL_MS).unref();
    });
  }

  /** Checks the replicas up to three times, until all are in use. */
  async examine(): Promise<readonly ReplicaState[]> {
    await this.look();
    for (let looks = 1; looks < CHECKS && this.remark !== undefined; looks++) {
      await sleep(HEARTBEAT_INTERVAL_MS);
      await this.look();
    }
    return this.report.replicas;
  }

  /** Checks all replicas once. Does not reject: failures are logged and change the states. */
  async look(): Promise<void> {
    const at = performance.now();
    try {
      const primaryNow = await beat(this.#primary);
      await Promise.all(this.#replicas.map((replica) => replica.look({ primaryNow, at })));
      this.#isLagUnknown = false;
    } catch (error) {
      this.#reportUnknownLag(error);
    }
  }

  /** Runs a read on a replica, or else on the primary. */
  async run(query: Query, reading: Reading | undefined, primary: RunHere): Promise<readonly unknown[]> {
    const replica = this.#next();
    if (replica) {
      try {
        return await replica.run(query, reading);
      } catch (error) {
        if (isLost(error)) replica.leave(error);
      }
    }
    this.#onPrimary++;
    return primary(query, reading);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all([this.#primary.destroy(), ...this.#replicas.map((replica) => replica.stop())]);
  }

  /** Logs once that the primary did not answer. A replica stays in use until its last known state is too old. */
  #reportUnknownLag(error: unknown): void {
    for (const replica of this.#replicas) replica.reportState();
    if (!this.#isLagUnknown)
      this.#logger.warn(
        { err: error },
        'The primary did not answer, so the lag of the read replicas is unknown; check the server of DATABASE_URL',
      );
    this.#isLagUnknown = true;
  }

  #next(): Replica | undefined {
    const { length } = this.#replicas;
    for (let tried = 0; tried < length; tried++) {
      const replica = this.#replicas[this.#turn++ % length] as Replica;
      if (replica.isFit) return replica;
    }
    return undefined;
  }
}

function assertAddress(url: string): void {
  if (URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)) return;
  throw new Error(
    'An address in the setting modules.database.replicaUrls (DATABASE_REPLICA_URLS) is no PostgreSQL address. ' +
      'Write each as postgres://user:password@host:5432/name, with commas between them, and percent-encode special ' +
      'characters of passwords, commas too.',
  );
}
