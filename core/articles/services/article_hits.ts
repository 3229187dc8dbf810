import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from 'lectern';
import type { Database } from '../../database/index.ts';

const FLUSH_MS = 2_000;
const MOST_WAITING = 10_000;
const ROWS_AT_ONCE = 100;
/** Pause between two batches, as a multiple of the duration of the first batch; leaves the database to requests. */
const PAUSE_SHARE = 4;

/**
 * Counts reads of articles. Stores the counts every two seconds, outside of requests, in batches of 100 articles. A
 * killed process loses the counts that are not stored yet.
 */
export class ArticleHits {
  readonly #database: Database;
  readonly #events: Services['events'];
  readonly #logger: Services['logger'];
  #waiting = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor({ database, events, logger }: Pick<Services, 'database' | 'events' | 'logger'>) {
    this.#database = database;
    this.#events = events;
    this.#logger = logger;
  }

  /**
   * Counts one read. Ignores reads in a transaction, which belong to a change. Also ignores a further article while
   * 10,000 articles have counts to store.
   */
  count(id: string): void {
    if (this.#database.inTransaction) return;
    if (this.#waiting.size >= MOST_WAITING && !this.#waiting.has(id)) return;
    this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + 1);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Stores the counts, after a running write has ended. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#writing = this.#writing.then(() => this.#flushNow()));
  }

  async #flushNow(): Promise<void> {
    const counted = this.#waiting;
    this.#waiting = new Map();
    // Ordered by id, because two replicas that write concurrently in different orders would deadlock.
    const left = [...counted].sort(([a], [b]) => Number(BigInt(a) - BigInt(b)));
    while (left.length > 0) {
      const startedAt = performance.now();
      try {
        await this.#write(left.slice(0, ROWS_AT_ONCE));
      } catch (error) {
        this.#logger.warn(
          { err: error, articles: left.length },
          'The database did not store the hits of some articles; these hits are lost',
        );
        return;
      }
      left.splice(0, ROWS_AT_ONCE);
      if (left.length > 0 && !this.#isStopping) await sleep((performance.now() - startedAt) * PAUSE_SHARE);
    }
  }

  stop(): Promise<void> {
    this.#isStopping = true;
    return this.flush();
  }

  async #write(counted: readonly (readonly [id: string, hits: number])[]): Promise<void> {
    const hitsOf = new Map(counted);
    await this.#database.transaction(async () => {
      const ids = counted.map(([id]) => id);
      const { rows } = await this.#database.raw<{ id: string }>(
        'select id from articles where id = any(?::bigint[]) order by id for update',
        [ids],
      );
      await this.#database.raw(
        `update articles set hits = articles.hits + counted.hits
         from unnest(?::bigint[], ?::bigint[]) as counted (id, hits) where articles.id = counted.id`,
        [ids, counted.map(([, hits]) => String(hits))],
      );
      const hits = rows.map(({ id }) => ({ articleId: id, hits: hitsOf.get(id) as number }));
      await this.#events.publishIfHeard('article.hit', hits);
    });
  }
}
