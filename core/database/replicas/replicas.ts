import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { openPool, serverSource } from '../connections.ts';
import type { DatabaseConfig, Logger } from '../database_config.ts';
import type { Reading } from '../readers.ts';
import type { Query } from '../query.ts';
import { BEAT_MS, beat } from './heartbeat.ts';
import { isLost, Replica, type ReplicaState } from './replica.ts';

/** How reads that may be some seconds old were answered. */
export interface ReplicaReport {
  readonly replicas: readonly ReplicaState[];
  /** Such reads that the primary has answered, because no replica was fit. */
  readonly onPrimary: number;
}

/** Runs a query on the primary and resolves to its rows; for a request, if it is known for which. */
type RunHere = (query: Query, reading?: Reading) => Promise<readonly unknown[]>;

/** How long the primary may take to renew its row. */
const PATIENCE_MS = 3000;
/** Of the first one, a heartbeat that has only just been made knows nothing yet. */
const LOOKS = 3;

/**
 * The read replicas: servers that copy the primary. Reads go round those that answer and are not too far behind; when
 * there is none, or one fails while it is asked, the primary answers.
 */
export class Replicas {
  /** How old what they answer may be. */
  readonly lagSeconds: number;
  readonly #replicas: readonly Replica[];
  readonly #primary: Knex;
  readonly #logger: Logger;
  #turn = 0;
  #onPrimary = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #stopped = false;
  /** Whether the primary did not answer when it was asked last. */
  #isBlind = false;

  /** @throws Error when an address is none; the message does not repeat it */
  constructor(url: string, config: DatabaseConfig, logger: Logger) {
    config.replicaUrls.forEach(assertAddress);
    this.#logger = logger;
    this.lagSeconds = config.replicaLagSeconds;
    this.#replicas = config.replicaUrls.map((one) => new Replica(one, config, logger));
    // A connection of its own: when all others are in use, replicas are needed most.
    const own = { ...config, statementTimeoutMs: Math.min(config.statementTimeoutMs, PATIENCE_MS) };
    this.#primary = openPool({ ...serverSource(url, own), pool: { min: 0, max: 1 } }, own, logger);
  }

  get report(): ReplicaReport {
    return { replicas: this.#replicas.map(({ state }) => state), onPrimary: this.#onPrimary };
  }

  /** What is wrong, if anything is; no addresses, because everybody may see it. */
  get remark(): string | undefined {
    const out = this.#replicas.filter(({ isFit }) => !isFit).length;
    if (out === 0) return undefined;
    const how = `${out} of ${this.#replicas.length} read replicas ${out === 1 ? 'is' : 'are'} out of use`;
    return `${how}, and the primary is read more; the log says why`;
  }

  /** Looks at them from now on; until then the primary answers. */
  begin(): void {
    if (this.#stopped) return;
    this.#looking = this.look().finally(() => {
      if (!this.#stopped) this.#timer = setTimeout(() => this.begin(), BEAT_MS).unref();
    });
  }

  /** Looks until all of them are in use, a few times. */
  async examine(): Promise<readonly ReplicaState[]> {
    await this.look();
    for (let looks = 1; looks < LOOKS && this.remark !== undefined; looks++) {
      await sleep(BEAT_MS);
      await this.look();
    }
    return this.report.replicas;
  }

  /** Looks once how they are. */
  async look(): Promise<void> {
    const at = performance.now();
    try {
      const primaryNow = await beat(this.#primary);
      await Promise.all(this.#replicas.map((replica) => replica.look({ primaryNow, at })));
      this.#isBlind = false;
    } catch (error) {
      this.#tellBlind(error);
    }
  }

  /** Reads from one of them, or else from the primary. */
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

  /** Nobody knows how far they are while the primary is away; what was known last becomes too old by itself. */
  #tellBlind(error: unknown): void {
    for (const replica of this.#replicas) replica.tell();
    if (!this.#isBlind) this.#logger.warn({ err: error }, 'How far the read replicas are cannot be seen');
    this.#isBlind = true;
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
    'An address in the setting database.replicaUrls (DATABASE_REPLICA_URLS) is no PostgreSQL address. ' +
      'Write each as postgres://user:password@host:5432/name, with commas between them, and percent-encode special ' +
      'characters of passwords, commas too.',
  );
}
