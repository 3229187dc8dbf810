import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { startPlatform, type Platform } from '../../../support/platform.ts';

const ARTICLES = 20_000;

describe('lists of many articles', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    const [seeder] = platform.kernel.services.contributions.of('seeders').filter(({ what }) => what === 'articles');
    await seeder?.seed(ARTICLES);
    await platform.kernel.services.database.raw('vacuum analyze articles');
  });
  after(() => platform.stop());

  for (const sort of ['created', 'updated', 'published', 'normal', 'popular']) {
    for (const [who, condition] of [
      ['student', "status = 'published'"],
      ['manager', 'true'],
    ] as const) {
      it(`sorted by ${sort} for a ${who} come from an index, deep pages too`, async () => {
        const header = await platform.as(who);
        const page = (offset: number) =>
          platform.api.get(`/api/articles?sort=${sort}&offset=${offset}`).set(header).expect(200);
        expect((await page(15_000)).body.data).to.have.length(10);
        const { articleOrders } = await import('../../../../core/articles/services/article_sort.ts');
        const plan = await platform.kernel.services.database.raw<{ 'QUERY PLAN': string }>(
          `explain select * from articles where id in
             (select id from articles where ${condition} order by ${articleOrders[sort as 'created']}, id desc offset 15000 limit 10)`,
        );
        const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(text).not.to.include('Seq Scan');
        expect(text).not.to.include('Sort');
      });
    }
  }
});
