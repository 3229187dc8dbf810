import { expect } from 'chai';
import { served } from '../../../support/started.ts';
import { probe } from './probe.ts';

describe('A request', () => {
  const { api } = served(probe);

  for (const path of ['/api/plugins/probe/echoes', '/api/nothing', '/nowhere', '/healthz', '/readyz']) {
    it(`keeps a valid X-Request-Id at ${path}, and gets another one for an invalid one`, async () => {
      for (const id of ['abc', 'A-1_b.c', 'x'.repeat(64)]) {
        expect((await api.get(path).set('X-Request-Id', id)).headers['x-request-id']).to.equal(id);
      }
      const seen = new Set<string>();
      for (const id of ['', 'a b', 'a,b', '<script>', 'x'.repeat(65), 'ä', '"', '../..']) {
        const given = (await api.get(path).set('X-Request-Id', id)).headers['x-request-id'] as string;
        expect(given)
          .to.match(/^[\w.-]{1,64}$/)
          .and.not.equal(id);
        seen.add(given);
      }
      expect(seen.size).to.equal(8);
    });
  }

  it('is answered with the last value of a header that is set twice', async () => {
    const { headers } = await api.get(`/api/plugins/probe/failing/twice`).expect(200);
    expect(headers['x-twice']).to.equal('b');
  });
});
