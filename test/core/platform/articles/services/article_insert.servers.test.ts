import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';

const ROUNDS = 25;
/** Largest number of requests between the removal and the inserts of a round; after these, the removal is over. */
const MAX_DELAY = 9;
const WRITERS = 8;

describe('Simultaneous inserts of articles', () => {
  const platform = started(startPlatform);

  const manager = prepared(() => platform.as('manager'));

  const post = (path: string, body: object) => platform.api.post(`/api${path}`).set(manager).send(body);
  const times = <T>(count: number, work: (index: number) => T) => Array.from({ length: count }, (_, i) => work(i));

  it('put no article into a category that is being removed', async () => {
    const outcomes = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = (await post('/article_categories', { name: 'Short-lived', code: `race_${round}` })).body as {
        id: string;
      };
      const removal = platform.api.delete(`/api/article_categories/${id}`).set(manager);
      const writes = async () => {
        const delay = round % (MAX_DELAY + 1);
        for (let passed = 0; passed < delay; passed++) await platform.api.get(`/api/article_categories/${id}`);
        return Promise.all(
          times(WRITERS, async (index) => {
            const { status } = await post('/articles', { title: `${index}`, categoryId: id, tags: ['news'] });
            return status;
          }),
        );
      };
      const [removed, written] = await Promise.all([removal.then(({ status }) => status), writes()]);
      for (const status of written) outcomes.add(status);
      expect(written.includes(201), `${removed}, ${written.join()}`).to.equal(removed === 409);
    }
    const lost = await platform.kernel.services.database.raw(
      'select from articles where category_id <> 0 and category_id not in (select id from article_categories)',
    );
    expect(lost.rows).to.deep.equal([]);
    expect([...outcomes].sort()).to.deep.equal([201, 422]);
  });

  it('create each new tag once, in any order', async () => {
    const names = times(10, (index) => `new tag ${index}`);
    const answers = await Promise.all(
      times(30, (index) => {
        const tags = index % 2 === 0 ? names : [...names].reverse();
        return post('/articles', { title: `${index}`, categoryId: '4', tags });
      }),
    );
    for (const { status, body } of answers) {
      expect(status).to.equal(201);
      expect((body as { tags: string[] }).tags).to.have.members(names);
    }
  });
});
