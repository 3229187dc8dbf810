import { expect } from 'chai';
import { figure, seconds } from '../support/figures.ts';
import { answerTo, flawOf, type Ask } from '../support/clients.ts';
import { PlatformProcess } from '../support/platform_process.ts';
import { PrivateRedis } from '../support/private_redis.ts';
import { signIn } from '../support/school.ts';
import { until } from '../support/until.ts';

const SOON_MS = 6_000;
const RECOVERED_MS = 4_000;

describe('The platform', () => {
  let redis: PrivateRedis;
  let platform: PlatformProcess;
  let token: string;

  before(async () => {
    redis = await PrivateRedis.start();
    platform = await PlatformProcess.start({ env: { REDIS_URL: redis.url }, config: { demo: true } });
    const { body } = await ask(signIn('student'));
    token = (body as { token: string }).token;
  });
  after(async () => {
    await platform.clear();
    await redis.clear();
  });

  const faults: Record<string, { begin: () => unknown; end: () => unknown }> = {
    ends: { begin: () => redis.stop(), end: () => redis.start() },
    'falls silent': { begin: () => redis.signal('SIGSTOP'), end: () => redis.signal('SIGCONT') },
  };

  for (const [name, { begin, end }] of Object.entries(faults)) {
    it(`refuses limited requests, answers reads, and recovers, when Redis ${name}`, async () => {
      await begin();
      for (const guarded of [signIn('student'), sms()]) {
        const answer = await ask(guarded);
        expect([answer.status, flawOf(answer)], JSON.stringify(answer.body)).to.deep.equal([503, undefined]);
        expect(answer.ms).to.be.below(SOON_MS);
      }
      const reads = await Promise.all([
        ask({ path: '/api/course_sets' }),
        ask({ path: '/api/me/orders', init: { headers: { 'X-Auth-Token': token } } }),
      ]);
      expect(reads.map(({ status }) => status)).to.deep.equal([200, 200]);
      const since = performance.now();
      await end();
      await until(async () => expect((await ask(signIn('student'))).status).to.equal(200));
      const recovery = performance.now() - since;
      figure(`recovery after Redis ${name}`, seconds(recovery));
      expect(recovery).to.be.below(RECOVERED_MS);
    });
  }

  function ask(one: Ask) {
    return answerTo(platform.url, one);
  }

  function sms(): Ask {
    const body = JSON.stringify({ type: 'register', mobile: '13800001234' });
    return { path: '/api/sms_center', init: { method: 'POST', headers: { 'Content-Type': 'application/json' }, body } };
  }
});
