import { expect } from 'chai';
import { served } from '../../../../support/started.ts';
import { echo } from '../bad_requests.ts';
import { probe } from '../probe.ts';

describe('A query', () => {
  const { api } = served(probe);

  const malformed = ['%ff=1', 'a=%zz', 'fields=%', 'a=%ed%a0%80', 'a&'.repeat(1_000)];
  for (const method of ['post', 'patch', 'put', 'delete', 'get', 'head'] as const) {
    it(`is checked before ${method} runs`, async () => {
      const path = `/api/plugins/probe/counts${['post', 'get', 'head'].includes(method) ? '' : '/1'}`;
      const ask = async (query: string) => (await api[method](`${path}?${query}`)).status;
      const runs = async () => (await api.get('/api/plugins/probe/counts')).body.id as number;
      const before = await runs();
      for (const query of malformed) expect(await ask(query), query).to.equal(400);
      expect(await runs()).to.equal(before + 1);
      expect(await ask('a=%41&__proto__=1&fields=id')).to.equal(method === 'post' ? 201 : 200);
    });
  }

  it('may have names such as __proto__, as a body may', async () => {
    const body = '{"__proto__":{"text":"a"},"__proto__":{"n":1},"constructor":{"prototype":{"n":2}},"toString":1}';
    await api.post(echo).type('json').send(body).expect(200, {});
    const query = '__proto__=1&__proto__[]=2&constructor=3&hasOwnProperty=4&text=a';
    await api.get(`${echo}?${query}`).expect(200, { text: 'a' });
  });
});
