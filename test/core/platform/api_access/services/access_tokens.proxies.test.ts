import { expect } from 'chai';
import { RawConnection } from '../../../../support/raw_http.ts';
import { started } from '../../../../support/started.ts';
import { startWith, TOKEN } from '../support.ts';

describe('The Access-Token method behind a proxy', () => {
  const platform = started(() =>
    startWith(
      { accessTokenEnabled: true, whitelist: ['192.0.2.0/24', '2001:db8::/32'], wrongTries: { points: 3 } },
      { trustedProxies: ['127.0.0.1', '198.51.100.1'] },
    ),
  );

  const get = (token: string, from: string) =>
    platform.api.get('/api/articles').set({ 'Access-Token': token, 'X-Forwarded-For': from });

  const addresses: readonly (readonly [header: string, isIn: boolean])[] = [
    ['192.0.2.255', true],
    ['192.0.3.0', false],
    ['::ffff:192.0.2.9', true],
    ['2001:db8::1', true],
    ['2001:DB8:ffff::', true],
    ['2001:db8::1%eth0', true],
    ['2001:db9::1', false],
    ['203.0.113.1, 192.0.2.1', true],
    ['192.0.2.1, 203.0.113.1', false],
    ['192.0.2.1, 198.51.100.1', true],
    ['192.0.2.1, 203.0.113.1, 198.51.100.1', false],
    ['192.0.2.1, nonsense', false],
    ['::192.0.2.1', false],
    ['192.0.2.1/32', false],
    ['192.0.2', false],
    ['0xc0.0.2.1', false],
    ['192.0.2.1:80', true],
    ['192.0.2.1:80:80', false],
    ['unknown', false],
    ['', false],
  ];
  it('accepts clients whose forwarded address is in the whitelist, and no others', async () => {
    const served: (readonly [string, boolean])[] = [];
    for (const [header] of addresses) {
      const { status } = await get(TOKEN, header);
      expect(status, header).to.be.oneOf([200, 403]);
      served.push([header, status === 200]);
    }
    expect(served).to.deep.equal(addresses);
  });

  it('reads Forwarded without X-Forwarded-For only, and no other header', async () => {
    await get(TOKEN, '203.0.113.1').set('X-Real-IP', '192.0.2.1').set('Forwarded', 'for=192.0.2.1').expect(403);
    const list = () => platform.api.get('/api/articles').set({ 'Access-Token': TOKEN });
    await list().set('X-Real-IP', '192.0.2.1').expect(403);
    await list().set('Forwarded', 'for=192.0.2.1').expect(200);
    await list().set('Forwarded', 'for=203.0.113.1').expect(403);
  });

  it('blocks an address after some wrong values: 429, code 3', async () => {
    for (let times = 1; times <= 3; times++) await get(`wrong${times}`, '192.0.2.7').expect(401);
    for (const token of ['wrong', TOKEN]) {
      const { body, headers } = await get(token, '192.0.2.7').expect(429);
      expect(body.error.code).to.equal(3);
      expect(Number(headers['retry-after'])).to.be.within(1100, 1200);
    }
    await get(TOKEN, '192.0.2.8').expect(200);
  });

  it('counts wrong values only', async () => {
    for (let times = 1; times <= 5; times++) {
      await get(TOKEN, '192.0.2.9').expect(200);
      await get(TOKEN, '203.0.113.9').expect(403);
    }
  });

  it('blocks an address also when wrong values arrive at once', async () => {
    const request = (number: number) =>
      `GET /api/articles HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.10\r\nAccess-Token: wrong${number}\r\n\r\n`;
    // Sends all requests in one piece, so that all are read before the first is counted.
    const connection = new RawConnection(platform.url).send(Array.from({ length: 20 }, (_, n) => request(n)).join(''));
    const statuses: number[] = [];
    while (statuses.length < 20) statuses.push((await connection.answer()).status);
    connection.close();
    expect(statuses.filter((status) => status === 401)).to.have.length(3);
    expect(statuses.filter((status) => status === 429)).to.have.length(17);
  });
});
