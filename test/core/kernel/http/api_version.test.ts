import { expect } from 'chai';
import { started } from '../../../support/started.ts';
import { startPlatform } from '../../../support/platform.ts';

const one = 'application/vnd.lectern.v1+json';

describe('The version negotiation', () => {
  const platform = started(() => startPlatform());
  let student: { 'X-Auth-Token': string };

  before(async () => {
    student = await platform.as('student');
  });

  const get = (path: string, accept?: string) => {
    const request = platform.api.get(path).set(student);
    return accept === undefined ? request : request.set('Accept', accept);
  };

  const accepted: readonly (readonly [accept: string | undefined, version: number])[] = [
    [undefined, 2],
    ['*/*', 2],
    ['application/json', 2],
    ['application/*', 2],
    ['text/html', 2],
    ['image/png', 2],
    ['application/vnd.lectern.v2+json', 2],
    ['application/vnd.edusoho.v2+json', 2],
    ['application/vnd.some-one.else.v2+json; q=0.9', 2],
    ['APPLICATION/VND.LECTERN.V2+JSON', 2],
    [one, 1],
    ['application/vnd.edusoho.v1+json', 1],
    ['application/vnd.a.v9+json, application/vnd.a.v1+json', 1],
    ['application/vnd.a.v9+json, */*', 2],
    ['application/vnd.a.v9+json, application/json', 2],
  ];
  for (const [accept, version] of accepted) {
    it(`gives version ${version} to ${accept ?? 'a request without Accept'}`, async () => {
      const { headers, body } = await get('/api/articles', accept).expect(200);
      expect(headers['api-version']).to.equal(String(version));
      expect(headers['vary']).to.match(/^Accept\b/);
      expect(headers['content-type']).to.equal('application/json; charset=utf-8');
      expect(body).to.have.property(version === 1 ? 'resources' : 'data');
    });
  }

  for (const accept of [
    'application/vnd.lectern.v3+json',
    'application/vnd.lectern.v0+json',
    'application/vnd.a.v12345678901+json',
  ]) {
    it(`answers 406, code 2, to ${accept}, naming the known versions`, async () => {
      const { body } = await get('/api/articles', accept).expect(406);
      expect(body.error.code).to.equal(2);
      expect(body.error.message).to.include('v1+json').and.include('v2+json');
    });
  }

  it('wraps articles and categories as resources and total in version 1', async () => {
    for (const path of ['/api/articles', '/api/article_categories']) {
      const old = await get(`${path}?limit=3&start=2`, one).expect(200);
      const now = await get(`${path}?limit=3&offset=2`).expect(200);
      if (path === '/api/articles')
        expect(old.body).to.deep.equal({ resources: now.body.data, total: now.body.paging.total });
      expect(Object.keys(old.body)).to.deep.equal(['resources', 'total']);
    }
  });

  it('leaves other answers unchanged in version 1', async () => {
    for (const path of [
      '/api/articles/5',
      '/api/settings/register',
      '/api/courses',
      '/api/item_bank_exercise/1/modules',
    ]) {
      expect((await get(path, one)).body).to.deep.equal((await get(path)).body);
    }
  });
});
