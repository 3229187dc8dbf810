import { expect } from 'chai';
import { served } from '../../../support/started.ts';
import { probe } from './probe.ts';

const guarded = '/api/plugins/probe/guarded';

describe('The checks of a request', () => {
  const { api } = served(probe);

  describe('come in this order:', () => {
    const json = { 'Content-Type': 'application/json' };
    const holder = { 'X-Key': 'holder' };
    const all = { 'Content-Type': 'text/plain', 'X-Key': 'unknown', Accept: '*/*' };
    const steps: readonly (readonly [
      what: string,
      headers: Record<string, string>,
      path: string,
      body: string,
      status: number,
    ])[] = [
      ['route', all, '/api/plugins/probe/nothing', 'x', 404],
      ['media type', all, `${guarded}/x`, 'x', 415],
      ['credential', { ...json, 'X-Key': 'unknown' }, `${guarded}/x`, '{', 401],
      ['missing credential', json, `${guarded}/x`, '{', 401],
      ['permission', { ...json, 'X-Key': 'nobody' }, `${guarded}/x`, '{', 403],
      ['malformed body', { ...json, ...holder }, `${guarded}/x`, '{', 400],
      ['parameters', { ...json, ...holder }, `${guarded}/x`, '{}', 422],
      ['object', { ...json, ...holder }, `${guarded}/x`, '{"n":1}', 404],
      ['no error', { ...json, ...holder }, `${guarded}/1`, '{"n":1}', 200],
    ];
    for (const [what, headers, path, body, status] of steps) {
      it(what, () => api.patch(path).set(headers).send(body).expect(status));
    }
  });

  it('refuse with problem details if the client accepts them, also for 406 and 405', async () => {
    const problem = 'application/problem+json';
    const accept = `application/vnd.a.v9+json, ${problem}`;
    expect((await api.get(`${guarded}/1`).set('Accept', accept).expect(406)).body).to.include({ status: 406, code: 2 });
    expect((await api.put(guarded).set('Accept', problem).expect(405)).body).to.include({ status: 405, code: 12 });
  });
});
