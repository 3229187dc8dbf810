import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';

/** Targets of a `Link` header by relation. */
function linksOf(header: string): Record<string, string> {
  const links = [...header.matchAll(/<([^>]*)>; rel="(\w+)"(?:, |$)/g)];
  expect(links.map(([text]) => text).join('')).to.equal(header);
  return Object.fromEntries(links.map(([, target, rel]) => [rel!, target!]));
}

describe('Pages of articles', () => {
  const platform = started(startPlatform);
  let all: string[];

  const student = prepared(() => platform.as('student'));

  before(async () => {
    all = idsOf((await get('/api/articles?limit=100')).body);
  });

  const get = (path: string) => platform.api.get(path).set(student);
  const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

  it('have ten articles from the first one by default', async () => {
    const { body, headers } = await get('/api/articles').expect(200);
    expect(idsOf(body)).to.deep.equal(all.slice(0, 10));
    expect(body.paging).to.deep.equal({ total: 58, offset: 0, limit: 10 });
    expect(headers['x-total-count']).to.equal('58');
  });

  it('begin at offset, or at its synonym start', async () => {
    for (const word of ['offset', 'start']) {
      const { body, headers } = await get(`/api/articles?${word}=20&limit=7`).expect(200);
      expect(idsOf(body)).to.deep.equal(all.slice(20, 27));
      expect(body.paging).to.deep.equal({ total: 58, offset: 20, limit: 7 });
      expect(linksOf(headers['link']!)['next']).to.equal('/api/articles?offset=27&limit=7');
      expect(linksOf(headers['link']!)['prev']).to.equal('/api/articles?offset=13&limit=7');
    }
  });

  it('may be empty', async () => {
    expect((await get('/api/articles?offset=58')).body).to.deep.equal({
      data: [],
      paging: { total: 58, offset: 58, limit: 10 },
    });
    expect((await get('/api/articles?offset=2147483647')).body.data).to.deep.equal([]);
    const none = await get('/api/articles?limit=0').expect(200);
    expect(none.body).to.deep.equal({ data: [], paging: { total: 58, offset: 0, limit: 0 } });
    expect(none.headers).to.not.have.property('link');
  });

  for (const query of [
    'offset=-1',
    'limit=-1',
    'limit=x',
    'offset=1.0',
    'offset=1e1',
    'start=-1',
    'limit=01',
    'offset[]=1',
    'limit=1&limit=2',
    'offset=99999999999',
  ]) {
    it(`are rejected for ${query}: 422, code 9`, async () => {
      expect((await get(`/api/articles?${query}`).expect(422)).body.error.code).to.equal(9);
    });
  }

  for (const [limit, offset] of [
    [7, 0],
    [10, 0],
    [58, 0],
    [29, 0],
    [1, 0],
    [7, 3],
  ] as const) {
    it(`of ${limit} from ${offset} lead through the whole list and back`, async () => {
      const forth: string[] = [];
      let path: string | undefined = `/api/articles?sort=published&offset=${offset}&limit=${limit}`;
      let last = '';
      while (path) {
        const { body, headers }: { body: any; headers: Record<string, string> } = await get(path).expect(200);
        forth.push(...idsOf(body));
        last = path;
        path = linksOf(headers['link']!)['next'];
      }
      expect(forth).to.deep.equal(all.slice(offset));
      const back: string[] = [];
      for (path = last; path;) {
        const { body, headers }: { body: any; headers: Record<string, string> } = await get(path).expect(200);
        back.unshift(...idsOf(body).filter((id) => !back.includes(id)));
        path = linksOf(headers['link']!)['prev'];
      }
      expect(back).to.deep.equal(all);
    });
  }

  it('link to the first and the last page with all query parameters', async () => {
    const { headers } = await get('/api/articles?categoryId=1&offset=5&fields=id,title&limit=5&sort=popular').expect(
      200,
    );
    const links = linksOf(headers['link']!);
    expect(links['first']).to.equal('/api/articles?categoryId=1&fields=id,title&sort=popular&offset=0&limit=5');
    const { body, headers: ofLast } = await get(links['last']!).expect(200);
    expect(Number(body.paging.offset) + idsOf(body).length).to.equal(body.paging.total);
    expect(linksOf(ofLast['link']!)).to.not.have.property('next');
    expect(Object.keys(body.data[0])).to.deep.equal(['id', 'title']);
  });

  it('keep credentials out of their links, and escape brackets', async () => {
    const { headers } = await get(
      '/api/articles?access_token=canary&openid=canary&type=canary&x=%3E&y=>;rel="z"',
    ).expect(200);
    expect(headers['link']).to.not.include('canary');
    expect(Object.keys(linksOf(headers['link']!))).to.deep.equal(['first', 'next', 'last']);
  });

  it('carry total and links in answers to HEAD', async () => {
    const { headers } = await platform.api.head('/api/articles').set(student).expect(200);
    expect(headers['x-total-count']).to.equal('58');
    expect(linksOf(headers['link']!)).to.have.property('next');
  });
});
