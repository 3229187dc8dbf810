import { expect } from 'chai';
import { articleOrders } from '../../../../../core/platform/articles/services/article_sort.ts';
import { rowsReadOf, scannedBy, stepsOf } from '../../../../support/plans.ts';
import { startPlatform } from '../../../../support/platform.ts';
import { seedArticles } from '../../../../support/seed.ts';
import { started } from '../../../../support/started.ts';
import { sentBy } from '../../courses/support.ts';

const ARTICLES = 20_000;

describe('Lists of many articles', () => {
  const platform = started(startPlatform);

  before(async () => {
    await seedArticles(platform.kernel.services, ARTICLES);
    await platform.kernel.services.database.raw('vacuum analyze articles');
  });

  for (const sort of ['created', 'updated', 'published', 'normal', 'popular']) {
    for (const [who, condition] of [
      ['student', "status = 'published'"],
      ['manager', 'true'],
    ] as const) {
      it(`sorted by ${sort} for a ${who} read few rows after a cursor, at any depth`, async () => {
        const header = await platform.as(who);
        const { database } = platform.kernel.services;
        const order = articleOrders[sort as 'created'];
        const last = await database.raw<{ position: string[] }>(
          `select ${order.positionSql} as position from articles where ${condition} order by ${order.sql} offset 14999 limit 1`,
        );
        const after = order.cursorOf(last.rows[0]!.position);
        const page = () => platform.api.get(`/api/articles?sort=${sort}&after=${after}`).set(header).expect(200);
        const byOffset = await platform.api.get(`/api/articles?sort=${sort}&offset=15000`).set(header).expect(200);
        expect((await page()).body.data).to.deep.equal(byOffset.body.data);
        const sent = (await sentBy(page)).filter(({ text }) => text.includes('from "articles"'));
        expect(sent).to.have.length(1);
        const [steps = []] = await stepsOf(platform.services, sent, { analyze: true });
        expect(scannedBy(steps)).to.deep.equal([]);
        const read = steps.filter((step) => step['Relation Name'] === 'articles');
        // Each range of the order and the page itself read at most one row more than the page has.
        for (const step of read) expect(rowsReadOf('articles', [step])).to.be.at.most(11);
        expect(read.length).to.be.at.most(5);
      });
    }
  }
});
