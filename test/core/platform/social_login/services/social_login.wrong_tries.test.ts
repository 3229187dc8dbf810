import { expect } from 'chai';
import { OPENID, provider, startAsking } from '../asking_platform.ts';
import { prepared } from '../../../../support/started.ts';

describe('Wrong access tokens of third parties', () => {
  const platform = prepared(() => startAsking({ timeoutMs: 20_000 }));

  before(async () => {
    provider.way = (response, { query: { access_token: token = '' } }) => {
      if (token.startsWith('away')) return response.destroy();
      return response.end(JSON.stringify(token.startsWith('right') ? { openid: OPENID } : { errcode: 40001 }));
    };
  });
  after(async () => {
    await platform.stop();
    await provider.close();
  });

  /** Sends a request from an address, by a proxy; each test has addresses of its own. */
  const get = (access_token: string, address: string, openid = OPENID) =>
    platform.api
      .get('/api/articles')
      .query({ access_token, openid, type: 'weixinweb' })
      .set('X-Forwarded-For', address);

  it('block an address after twenty, without asking the provider: 429, code 3', async () => {
    for (let number = 1; number <= 20; number++) {
      expect((await get(`wrong${number}`, '192.0.2.1').expect(401)).body.error.code).to.equal(4);
    }
    const asked = provider.asked.length;
    for (const token of ['wrong21', 'right1']) {
      const { body, headers } = await get(token, '192.0.2.1').expect(429);
      expect(body.error.code).to.equal(3);
      expect(Number(headers['retry-after'])).to.be.within(1100, 1200);
    }
    expect(provider.asked).to.have.length(asked);
    await get('right1', '192.0.2.2').expect(200);
  });

  it('do not include right, unanswered and empty ones', async () => {
    for (let number = 1; number <= 21; number++) {
      await get(`right-${number}`, '192.0.2.3').expect(200);
      await get(`away-${number}`, '192.0.2.3').expect(503);
      await get('', '192.0.2.3').expect(401);
    }
    await get('right-22', '192.0.2.3').expect(200);
  });

  it('do not block an access token that was accepted just before', async () => {
    await get('right-before', '192.0.2.4').expect(200);
    for (let number = 1; number <= 20; number++) await get(`wrong-${number}`, '192.0.2.4').expect(401);
    await get('right-after', '192.0.2.4').expect(429);
    await get('right-before', '192.0.2.4').expect(200);
  });

  it('are limited to twenty when many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, number) => get(`wrong_${number}`, '192.0.2.5')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).to.have.length(20);
    expect(statuses.filter((status) => status === 429)).to.have.length(20);
  });

  it('block a right one that waited for the provider when the last of them failed', async () => {
    let letGo: () => unknown = () => undefined;
    const way = provider.way;
    provider.way = (response, asked) => {
      if (asked.query['access_token'] !== 'right-but-slow') return way(response, asked);
      return (letGo = () => way(response, asked));
    };
    for (let number = 1; number <= 19; number++) await get(`wrong-${number}`, '192.0.2.6').expect(401);
    const before = provider.asked.length;
    const slow = get('right-but-slow', '192.0.2.6').then(({ status }) => status);
    while (provider.asked.length === before) await new Promise(setImmediate);
    await get('wrong-20', '192.0.2.6').expect(401);
    letGo();
    expect(await slow).to.equal(429);
    provider.way = way;
  });
});
