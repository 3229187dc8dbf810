import type { Services } from 'lectern';
import type { Database } from '../../database/index.ts';

const FLUSH_MS = 2_000;
const MOST_WAITING = 10_000;

/**
 * Counts reads of articles outside of requests: the counts of some seconds are written by one statement. A killed
 * process loses its unwritten counts, which is acceptable for hits.
 */
export class ArticleHits {
  readonly #database: Database;
  readonly #events: Services['events'];
  readonly #logger: Services['logger'];
  #waiting = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor({ database, events, logger }: Pick<Services, 'database' | 'events' | 'logger'>) {
    this.#database = database;
    this.#events = events;
    this.#logger = logger;
  }

  /** Counts one read. */
  count(id: string): void {
    if (this.#waiting.size >= MOST_WAITING && !this.#waiting.has(id)) return;
    this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + 1);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes the counts, after a running write has ended. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#writing = this.#writing.then(() => this.#flushNow()));
  }

  async #flushNow(): Promise<void> {
    const counted = this.#waiting;
    this.#waiting = new Map();
    if (counted.size === 0) return;
    try {
      await this.#write(counted);
    } catch (error) {
      this.#logger.warn({ err: error, articles: counted.size }, 'the hits of some articles could not be counted');
    }
  }

  stop(): Promise<void> {
    return this.flush();
  }

  /** Ordered by id: two replicas that write at once must not deadlock. */
  async #write(counted: ReadonlyMap<string, number>): Promise<void> {
    const sorted = [...counted].sort(([a], [b]) => Number(BigInt(a) - BigInt(b)));
    await this.#database.transaction(async () => {
      const ids = sorted.map(([id]) => id);
      const { rows } = await this.#database.raw<{ id: string }>(
        'select id from articles where id = any(?::bigint[]) order by id for update',
        [ids],
      );
      await this.#database.raw(
        `update articles set hits = articles.hits + counted.hits
         from unnest(?::bigint[], ?::bigint[]) as counted (id, hits) where articles.id = counted.id`,
        [ids, sorted.map(([, hits]) => String(hits))],
      );
      const hits = rows.map(({ id }) => ({ articleId: id, hits: counted.get(id) as number }));
      await this.#events.publishIfHeard('article.hit', hits);
    });
  }
}
