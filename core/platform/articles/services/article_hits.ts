import { use } from 'lectern';
import { BufferedWrites, type BufferedRow } from '../../../infrastructure/database/index.ts';

/** Counts reads of articles, and stores the counts every few seconds. A killed process loses the unstored counts. */
export class ArticleHits {
  readonly #logger = use('logger');
  readonly #database = use('database');
  readonly #events = use('events');
  readonly #hits: BufferedWrites<number> = new BufferedWrites({
    database: this.#database,
    write: (counted) => this.#write(counted),
    failed: (err, articles) => {
      this.#logger.warn({ err, articles }, 'The database did not store the hits of some articles; these hits are lost');
    },
  });

  /** Counts one read. Ignores reads in a transaction, which belong to a change. */
  count(id: string): void {
    if (!this.#database.inTransaction) this.#hits.set(id, (this.#hits.get(id) ?? 0) + 1);
  }

  /** Stores the counts, after a running write has ended. */
  flush(): Promise<void> {
    return this.#hits.flush();
  }

  stop(): Promise<void> {
    return this.#hits.stop();
  }

  async #write(counted: readonly BufferedRow<number>[]): Promise<void> {
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
