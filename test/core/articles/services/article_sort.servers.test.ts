import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import pg from 'pg';
import { articleOrders } from '../../../../core/articles/services/article_sort.ts';
import { startPlatform } from '../../../support/platform.ts';
import { seedArticles } from '../../../support/seed.ts';
import { started } from '../../../support/started.ts';
import { sentBy } from '../../courses/support.ts';

const ARTICLES = 20_000;

/** A node of a plan, as `explain (format json)` gives it. */
interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

describe('Lists of many articles', () => {
  const platform = started(startPlatform);

  before(async () => {
    await seedArticles(platform.kernel.services, ARTICLES);
    await platform.kernel.services.database.raw('vacuum analyze articles');
  });

  async function explain({ text, values }: { text: string; values: unknown[] }): Promise<Plan> {
    const client = new pg.Client({ connectionString: platform.kernel.services.databaseConfig.url });
    await client.connect();
    try {
      const { rows } = await client.query(`explain (analyze, format json) ${text}`, values);
      return rows[0]['QUERY PLAN'][0].Plan;
    } finally {
      await client.end();
    }
  }

  for (const sort of ['created', 'updated', 'published', 'normal', 'popular']) {
    for (const [who, condition] of [
      ['student', "status = 'published'"],
      ['manager', 'true'],
    ] as const) {
      it(`sorted by ${sort} for a ${who} use an index, on deep pages too`, async () => {
        const header = await platform.as(who);
        const page = (offset: number) =>
          platform.api.get(`/api/articles?sort=${sort}&offset=${offset}`).set(header).expect(200);
        expect((await page(15_000)).body.data).to.have.length(10);
        const plan = await platform.kernel.services.database.raw<{ 'QUERY PLAN': string }>(
          `explain select * from articles where id in
             (select id from articles where ${condition} order by ${articleOrders[sort as 'created'].sql} offset 15000 limit 10)`,
        );
        const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(text).not.to.include('Seq Scan');
        expect(text).not.to.include('Sort');
      });

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
        const plan = await explain(sent[0]!);
        const read = nodesOf(plan).filter((node) => node['Relation Name'] === 'articles');
        expect(read.map((node) => node['Node Type'])).not.to.include('Seq Scan');
        const rows = read.map(
          (node) => node['Actual Rows'] * node['Actual Loops'] + (node['Rows Removed by Filter'] ?? 0),
        );
        // Each range of the order and the page itself read at most one row more than the page has.
        for (const some of rows) expect(some).to.be.at.most(11);
        expect(read.length).to.be.at.most(5);
      });
    }
  }
});
