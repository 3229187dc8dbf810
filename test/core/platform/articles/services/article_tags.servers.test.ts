import { expect } from 'chai';
import { indicesOf, scannedBy, stepsOf } from '../../../../support/plans.ts';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';
import { sentBy } from '../../courses/support.ts';

const ROUNDS = 10;
const WRITERS = 8;
const MANY = 20_000;

describe('Tags of articles in PostgreSQL', () => {
  const platform = started(startPlatform);

  const manager = prepared(() => platform.as('manager'));

  const post = (draft: object) => platform.api.post('/api/articles').set(manager).send(draft);
  const remove = (id: string) => platform.api.delete(`/api/article_tags/${id}`).set(manager);
  const tagOf = async (name: string): Promise<string> =>
    (await platform.api.get('/api/article_tags').query({ name }).set(manager)).body.data[0].id as string;

  it('stay in no article that is written during their removal', async () => {
    const { database } = platform.kernel.services;
    for (let round = 0; round < ROUNDS; round++) {
      const name = `short-lived ${round}`;
      const { body } = await post({ title: 'First', tags: [name] }).expect(201);
      const writes = Array.from({ length: WRITERS }, async (_, index) => {
        if (index % 2 === 0) return post({ title: 'New', tags: [name, 'news'] }).expect(201);
        return platform.api
          .patch(`/api/articles/${body.id}`)
          .set(manager)
          .send({ tags: [name, 'exam'] })
          .expect(200);
      });
      await Promise.all([remove(await tagOf(name)).expect(200), ...writes]);
    }
    const lost = await database.raw(
      'select id from articles where exists (select from unnest(tag_ids) as tag where tag not in (select id from tags))',
    );
    expect(lost.rows).to.deep.equal([]);
  });

  it('are found and removed by indices, among many', async () => {
    const { database } = platform.kernel.services;
    await database.raw(
      `insert into tags (name, search_grams)
       select 'many ' || n, array['m', 'ma', 'a', 'an', 'n', 'y'] from generate_series(1, ${MANY}) as n`,
    );
    await database.raw(
      `insert into articles (title, status, user_id, tag_ids)
       select 'Many', 'published', 3, array[n]::bigint[] from generate_series(1, ${MANY}) as n`,
    );
    await database.raw('vacuum analyze tags');
    await database.raw('vacuum analyze articles');
    const id = await tagOf('公告');
    const sent = await sentBy(async () => {
      await platform.api.get('/api/article_tags').query({ name: '公告' }).set(manager).expect(200);
      await remove(id).expect(200);
    });
    const searches = sent.filter(({ text }) => /search_grams|tag_ids @>/.test(text));
    expect(searches).to.have.length(3);
    for (const steps of await stepsOf(platform.services, searches)) {
      expect(indicesOf(steps).join()).to.match(/tags_search_grams|articles_tag_ids/);
      expect(scannedBy(steps).join()).not.to.match(/tags|articles/);
    }
  });
});
