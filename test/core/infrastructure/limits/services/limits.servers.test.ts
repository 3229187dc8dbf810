import { expect } from 'chai';
import { eventually, type Replica } from '../../jobs/fleet.ts';
import { limitsFleet, prefixed, ring } from '../limits_fleet.ts';
import { TcpProxy } from '../tcp_proxy.ts';
import { prepared, started } from '../../../../support/started.ts';

const redisUrl = process.env.TEST_REDIS_URL as string;
const databaseUrl = process.env.TEST_DATABASE_URL as string;

/** Expects 503 in time, with the header Retry-After. */
function expectUnavailable(answer: Awaited<ReturnType<typeof ring>>): void {
  expect(answer.status).to.equal(503);
  expect(answer.body.error.code).to.equal(8);
  expect(answer.headers['retry-after']).to.equal('5');
  expect(answer.tookMs).to.be.below(5_000);
}

describe('Limits without a reachable Redis', () => {
  const fleet = started(limitsFleet);
  let proxy: TcpProxy;
  beforeEach(async () => {
    proxy = await TcpProxy.to(redisUrl, 6379);
  });
  afterEach(() => proxy.close());

  const replica = () => fleet.replica(prefixed(), { REDIS_URL: proxy.lead(redisUrl) });
  const rings = async (one: Replica) => eventually(async () => (await ring(one)).status === 200);

  const remarksOf = async (one: Replica): Promise<string> => {
    const { body } = await one.api.get('/readyz').expect(200);
    return JSON.stringify(body.remarks ?? []);
  };
  const isWell = async (one: Replica) => (await remarksOf(one)) === '[]';

  it('reject requests in time, tell /readyz, and count again when Redis is back', async () => {
    const one = await replica();
    expect((await ring(one)).body).to.include({ remaining: 2 });
    expect(await remarksOf(one)).to.equal('[]');
    await proxy.close();
    expectUnavailable(await ring(one));
    expectUnavailable(await ring(one));
    expect(await remarksOf(one)).to.include('Limits cannot be counted');
    await proxy.open();
    await eventually(() => isWell(one));
    expect((await ring(one)).body, 'nothing was forgotten').to.include({ remaining: 1 });
    const told = fleet.logs.filter((line) => line.includes('Limits cannot be counted'));
    expect(told, 'said once').to.have.lengthOf(1);
    expect(fleet.logs.join('')).to.include('The store of the limits answers again');
  });

  it('do not wait for a silent network', async () => {
    const one = await replica();
    await ring(one);
    proxy.silence();
    expectUnavailable(await ring(one));
    expect(await remarksOf(one)).to.include('Limits cannot be counted');
    await proxy.open();
    await rings(one);
  });

  it('reject requests at once, even when Redis is back a moment later', async () => {
    const one = await replica();
    let answer: Awaited<ReturnType<typeof ring>> | undefined;
    // On a slow machine, Redis may be back before the request arrives.
    for (let tries = 1; answer?.status !== 503 && tries <= 5; tries++) {
      await proxy.close();
      expectUnavailable(await ring(one, `${tries}`));
      const asked = ring(one, `${tries}`);
      [answer] = await Promise.all([asked, proxy.open()]);
      await eventually(() => isWell(one));
    }
    expectUnavailable(answer!);
  });

  for (const how of ['close', 'silence'] as const) {
    it(`do not keep the platform from starting (${how})`, async () => {
      await proxy[how]();
      const one = await replica();
      expectUnavailable(await ring(one));
      await proxy.open();
      await rings(one);
    });
  }

  it('hide the password of Redis', async () => {
    const url = new URL(redisUrl);
    url.username = 'nobody';
    url.password = 'open-sesame';
    const one = await fleet.replica(prefixed(), { REDIS_URL: url.href });
    const answer = await ring(one);
    expectUnavailable(answer);
    const remarks = await remarksOf(one);
    expect(remarks).to.include('Limits cannot be counted').and.not.include('open-sesame');
    expect(fleet.logs.join('')).to.include('WRONGPASS');
    expect(fleet.logs.join('') + answer.text).to.not.include('open-sesame');
  });
});

describe('Limits without a reachable database', () => {
  const fleet = prepared(limitsFleet);
  const proxy = prepared(() => TcpProxy.to(databaseUrl, 5432));

  after(async () => {
    await fleet.clear();
    await proxy.close();
  });

  it('reject requests in time, and count again when the database is back', async () => {
    const one = await fleet.replica(prefixed(), { DATABASE_URL: proxy.lead(fleet.env['DATABASE_URL']!) });
    await ring(one);
    await proxy.close();
    expectUnavailable(await ring(one));
    await proxy.open();
    await eventually(async () => (await ring(one)).status === 200);
    proxy.silence();
    expectUnavailable(await ring(one));
    await proxy.close();
    await proxy.open();
    await eventually(async () => (await ring(one, 'b')).status === 200);
  });
});
