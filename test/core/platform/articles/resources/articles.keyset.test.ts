import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';

describe('Pages of articles after a cursor', () => {
  const platform = started(startPlatform);

  const student = prepared(() => platform.as('student'));

  const get = (query: string) => platform.api.get(`/api/articles?${query}`).set(student);
  const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

  it('have a cursor instead of a total, and links to the first and next page', async () => {
    const { body, headers } = await get('after=&limit=7&categoryId=0&fields=id').expect(200);
    const { next } = body.paging;
    expect(body).to.have.all.keys('data', 'paging');
    expect(body.paging).to.deep.equal({ limit: 7, next });
    expect(next).to.match(/^[A-Za-z0-9_-]+$/);
    expect(headers).not.to.have.property('x-total-count');
    expect(headers['x-next-cursor']).to.equal(next);
    const target = '/api/articles?categoryId=0&fields=id&';
    expect(headers['link']).to.equal(
      `<${target}after=&limit=7>; rel="first", <${target}after=${next}&limit=7>; rel="next"`,
    );
  });

  it('have the same form in version 1 of the API', async () => {
    const { body } = await get('after=&limit=1').set('Accept', 'application/vnd.edusoho.v1+json').expect(200);
    expect(body).to.have.all.keys('data', 'paging');
    expect(body.paging).to.have.all.keys('limit', 'next');
  });

  it('have no cursor when they have no rows', async () => {
    expect((await get('after=&limit=0').expect(200)).body).to.deep.equal({
      data: [],
      paging: { limit: 0, next: null },
    });
  });

  it('contain only articles visible to the caller, also with the cursor of a manager', async () => {
    const manager = await platform.as('manager');
    const seen = new Set(idsOf((await get('limit=100').expect(200)).body));
    let after = '';
    for (let pages = 0; pages < 100; pages++) {
      const { body } = await platform.api.get(`/api/articles?after=${after}&limit=3`).set(manager).expect(200);
      after = body.paging.next;
      if (!after) break;
      for (const id of idsOf((await get(`after=${after}&limit=5`).expect(200)).body)) expect(seen).to.include(id);
    }
  });

  it('reject a cursor with an offset or start other than zero', async () => {
    for (const name of ['offset', 'start']) {
      const { body } = await get(`after=&${name}=1`).expect(422);
      expect(body.error).to.deep.equal({
        code: 9,
        message: `Send either after or ${name}, not both.`,
        details: [
          { field: 'after', message: `must not be combined with ${name}` },
          { field: name, message: 'must be left out with after' },
        ],
      });
      await get(`after=&${name}=0`).expect(200);
    }
  });

  it('reject the cursor of another order, and tell how to begin', async () => {
    const { next } = (await get('after=&sort=popular&limit=1').expect(200)).body.paging;
    await get(`after=${next}&sort=popular`).expect(200);
    const { body } = await get(`after=${next}&sort=created`).expect(422);
    const message = 'must be a cursor of this list in this order; begin with an empty one (after=)';
    expect(body.error.details).to.deep.equal([{ field: 'after', message }]);
  });
});
