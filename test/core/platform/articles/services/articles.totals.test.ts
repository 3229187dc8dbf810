import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { startPlatform, type Platform } from '../../../../support/platform.ts';
import { seedArticles } from '../../../../support/seed.ts';
import { sentBy } from '../../courses/support.ts';

const LONG = 1_500;
const KEPT_MS = 2_000;
const PAUSE_MS = 50;

describe('Totals of articles', () => {
  let platform: Platform;
  let manager: { 'X-Auth-Token': string };

  before(async function () {
    this.timeout(60_000);
    platform = await startPlatform();
    manager = await platform.as('manager');
    await seedArticles(platform.kernel.services, LONG);
  });
  after(() => platform.stop());

  const totalOf = async (query: string): Promise<number> =>
    (await platform.api.get(`/api/articles?limit=1&${query}`).set(manager).expect(200)).body.paging.total;

  /** Writes an article as another process does, unnoticed by this one. */
  const writeElsewhere = (categoryId: string) =>
    platform.kernel.services.database.raw(
      `insert into articles (title, category_id, status, user_id) values ('Elsewhere', ?, 'published', 1)`,
      [categoryId],
    );

  it('of a short list are exact at once after a change by another process', async () => {
    const before = await totalOf('categoryId=9');
    expect(before).to.be.below(1_000);
    await writeElsewhere('9');
    expect(await totalOf('categoryId=9')).to.equal(before + 1);
  });

  it('of a long list are exact at once after a change by this process', async () => {
    const before = await totalOf('');
    expect(before).to.be.above(LONG);
    const { body } = await platform.api.post('/api/articles').set(manager).send({ title: 'One more' }).expect(201);
    expect(await totalOf('')).to.equal(before + 1);
    const address = `/api/articles/${(body as { id: string }).id}`;
    await platform.api.delete(address).set(manager).expect(200);
    await platform.api.delete(address).set(manager).expect(200);
    expect(await totalOf('')).to.equal(before);
  });

  it('of a long list are exact within two seconds after a change by another process', async () => {
    const before = await totalOf('');
    await writeElsewhere('0');
    const written = performance.now();
    let asked: number;
    let total: number;
    do {
      await sleep(PAUSE_MS);
      asked = performance.now();
      total = await totalOf('');
      expect(total).to.be.oneOf([before, before + 1]);
    } while (total === before && asked - written <= KEPT_MS);
    expect(total).to.equal(before + 1);
  });

  it('of a long list are counted once for simultaneous requests', async () => {
    let sent: Awaited<ReturnType<typeof sentBy>>;
    let begun: number;
    // On a busy machine, the requests may take longer than a total is kept.
    do {
      platform.kernel.services.database.changed('articles');
      begun = performance.now();
      sent = await sentBy(() => Promise.all(Array.from({ length: 10 }, () => totalOf(''))));
    } while (performance.now() - begun > KEPT_MS);
    expect(sent.filter(({ text }) => /count\(\*\).*from "articles"/.test(text))).to.have.length(1);
  });
});
