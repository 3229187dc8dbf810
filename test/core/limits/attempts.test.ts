import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { Failure } from 'lectern';
import { after, before, describe, it } from 'mocha';
import type { AttemptRule } from '../../../core/limits/index.ts';
import { eventually, Fleet, rejectionOf, type Replica } from '../jobs/fleet.ts';

const redisUrl = process.env.TEST_REDIS_URL;

for (const store of ['database', 'Redis'] as const) {
  const describeStore = store === 'Redis' && !redisUrl ? describe.skip : describe;

  describeStore(`attempts counted in ${store === 'Redis' ? store : `the ${store}`}`, () => {
    const keyPrefix = `test_${randomBytes(6).toString('hex')}`;
    const env: Record<string, string> = store === 'Redis' ? { REDIS_URL: redisUrl! } : {};
    let fleet: Fleet;
    let one: Replica;

    before(async () => {
      fleet = await Fleet.make(['database', 'jobs', 'limits']);
      one = await replica();
    });
    after(() => fleet.clear());

    const replica = () => fleet.replica({ limits: { keyPrefix }, jobs: { enabled: false } }, env);
    const rule = { points: 5, seconds: 60, blockSeconds: 120 };
    const attempts = (more: Partial<AttemptRule> = {}, name = randomBytes(6).toString('hex'), at = one) =>
      at.kernel.services.limits.attempts(name, { ...rule, ...more });
    const right = () => Promise.resolve(true);
    const wrong = () => Promise.resolve(false);
    const retryAfter = async (refused: Promise<unknown>) => {
      const { kind, headers } = (await rejectionOf(refused)) as unknown as Failure;
      expect(kind.status).to.equal(429);
      return Number(headers?.['Retry-After']);
    };
    /** A check that goes on until it is let go. */
    const slow = (outcome: boolean) => {
      let letGo = () => {};
      const gone = new Promise<void>((resolve) => (letGo = resolve));
      const held = { running: 0, letGo, check: () => (held.running++, gone.then(() => outcome)) };
      return held;
    };

    it('lock after failures in a row, and refuse right and wrong ones', async () => {
      const pins = attempts();
      for (let time = 1; time <= 4; time++) expect(await pins.check('a', wrong)).to.equal(false);
      expect(await pins.standing('a')).to.include({ allowed: true, remaining: 1, retryAfter: 0 });
      expect(await pins.check('a', right)).to.equal(true);
      expect(await pins.standing('a')).to.include({ remaining: 5 });
      for (let time = 1; time <= 5; time++) expect(await pins.check('a', wrong)).to.equal(false);
      for (const check of [right, wrong]) expect(await retryAfter(pins.check('a', check))).to.be.within(110, 120);
      expect(await pins.check('b', right)).to.equal(true);
    });

    it('are waited for while they are under way, whatever replica is asked', async () => {
      const replicas = store === 'Redis' || process.env.TEST_DATABASE_URL ? [one, await replica()] : [one];
      const name = randomBytes(6).toString('hex');
      const pins = replicas.map((at) => attempts({}, name, at));
      for (let time = 1; time <= 4; time++) await pins[0]!.check('a', wrong);
      let [running, most] = [0, 0];
      const check = async () => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running--;
        return true;
      };
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, () => pins.map((one) => one.check('a', check))).flat(),
      );
      expect(new Set(outcomes)).to.deep.equal(new Set([true]));
      expect(most).to.be.at.most(rule.points);
    });

    it('are refused after those under way have failed', async () => {
      const pins = attempts({ points: 1 });
      const first = slow(false);
      const [failing, waiting] = [pins.check('a', first.check), pins.check('a', right)];
      first.letGo();
      expect(await failing).to.equal(false);
      expect(await retryAfter(waiting)).to.be.within(110, 120);
    });

    it('count for seconds only when their process does not end them', async () => {
      const pins = attempts({ points: 1 });
      void pins.check('a', () => new Promise(() => {}));
      expect(await pins.check('a', right)).to.equal(true);
    });

    it('are refused for a second when too many wait', async () => {
      const pins = attempts();
      const held = slow(true);
      const under = Array.from({ length: 5 }, () => pins.check('a', held.check));
      await eventually(() => held.running === 5);
      const others = Array.from({ length: 205 }, () => pins.check('a', right));
      expect(await Promise.race(others.map(retryAfter))).to.equal(1);
      held.letGo();
      expect(await Promise.all(under)).to.deep.equal([true, true, true, true, true]);
      const settled = await Promise.allSettled(others);
      expect(settled.filter(({ status }) => status === 'fulfilled')).to.have.length(200);
    });

    it('that cannot be decided count for nothing', async () => {
      const pins = attempts({ points: 1 });
      const away = new Error('away');
      expect(await rejectionOf(pins.check('a', () => Promise.reject(away)))).to.equal(away);
      expect(await pins.check('a', right)).to.equal(true);
    });

    it('leave failures as they are after a right one when the rule says so', async () => {
      const codes = attempts({ points: 2, keepsFailures: true });
      for (const check of [wrong, right, right]) await codes.check('a', check);
      expect(await codes.standing('a')).to.include({ remaining: 1 });
    });

    it('are refused, though right, when others have locked the key meanwhile', async function () {
      if (store === 'Redis') this.skip();
      const pins = attempts({ points: 1 });
      const late = slow(true);
      const answer = retryAfter(pins.check('a', late.check));
      await eventually(() => late.running === 1);
      await one.kernel.services.database.table('limit_counters').update({ claims: '{}' });
      expect(await pins.check('a', wrong)).to.equal(false);
      late.letGo();
      expect(await answer).to.be.within(110, 120);
    });
  });
}
