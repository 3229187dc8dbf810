import { use } from 'lectern';
import type { Seeder } from '../../database/index.ts';

/** Seeds one article for every unit of `scale`, in the categories 1 to 9; every fiftieth article is unpublished. */
export class ArticleSeeder implements Seeder {
  readonly what = 'articles';
  readonly #database = use('database');

  async seed(scale: number): Promise<number> {
    await this.#database.raw(
      `insert into articles
         (title, category_id, tag_ids, source, body, status, hits, sticky, user_id, published_at, created_at, updated_at)
       select 'Seeded article ' || n, n % 9 + 1, array[n % 5 + 1, (n + 1) % 5 + 1]::bigint[], 'Lectern',
         '<p>' || repeat('A sentence of an article. ', 40) || '</p>',
         case when n % 50 = 0 then 'unpublished' else 'published' end,
         n * 7919 % 100000, case when n % 10000 = 0 then 1 else 0 end, 3,
         case when n % 50 = 0 then null else moment end, moment, moment + (n * 31 % 1000) * interval '1 hour'
       from (select n, timestamptz '2020-01-01' + n * interval '20 minutes' as moment
             from generate_series(1::bigint, ?::bigint) as n) as numbered`,
      [scale],
    );
    await this.#database.raw('analyze articles');
    this.#database.changed('articles');
    return scale;
  }
}
