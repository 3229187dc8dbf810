import type { Lifecycle, Services } from 'lectern';

const FLUSH_MS = 2_000;
const COARSE_MS = 600_000;

/**
 * Records the time of the last call of each application, outside of requests. Each process records an application at
 * most once in ten minutes.
 */
export class ApplicationUses implements Lifecycle {
  readonly #clock: Services['clock'];
  readonly #database: Services['database'];
  readonly #logger: Services['logger'];
  readonly #notedAt = new Map<string, number>();
  readonly #waiting = new Map<string, Date>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor({ clock, database, logger }: Pick<Services, 'clock' | 'database' | 'logger'>) {
    this.#clock = clock;
    this.#database = database;
    this.#logger = logger;
  }

  /** Records the current time for an application. The time is written two seconds later. */
  note(applicationId: string): void {
    const now = this.#clock.now();
    if (now.getTime() - (this.#notedAt.get(applicationId) ?? -Infinity) < COARSE_MS) return;
    this.#notedAt.set(applicationId, now.getTime());
    this.#waiting.set(applicationId, now);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes the recorded times, after a running write has ended. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#writing = this.#writing.then(() => this.#write()));
  }

  stop(): Promise<void> {
    return this.flush();
  }

  async #write(): Promise<void> {
    const noted = [...this.#waiting];
    this.#waiting.clear();
    if (noted.length === 0) return;
    try {
      // Ordered by id, so that two replicas that write at the same time do not deadlock.
      await this.#database.raw(
        `with used as (
           select applications.id, noted.at from applications join unnest(?::bigint[], ?::timestamptz[]) as noted (id, at)
             using (id) order by id for update of applications
         )
         update applications set last_used_at = greatest(last_used_at, used.at) from used where applications.id = used.id`,
        [noted.map(([id]) => id), noted.map(([, at]) => at.toISOString())],
      );
    } catch (error) {
      this.#logger.warn(
        { err: error },
        'the time of last use was not recorded for some applications; their next use corrects it',
      );
    }
  }
}
