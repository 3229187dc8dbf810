import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { Failure } from 'lectern';
import type { AttemptRule } from '../../../../core/infrastructure/limits/index.ts';
import { LEASE_MS } from '../../../../core/infrastructure/limits/services/count_store.ts';
import { eventually, rejectionOf, type Replica } from '../jobs/fleet.ts';

export const rule = { points: 5, seconds: 60, blockSeconds: 120 };
export const right = () => Promise.resolve(true);
export const wrong = () => Promise.resolve(false);

/** Attempts of a replica, with a unique name unless one is given. */
export const attemptsOf = (
  { kernel }: Replica,
  more: Partial<AttemptRule> = {},
  name = randomBytes(6).toString('hex'),
) => kernel.services.limits.attempts(name, { ...rule, ...more });

/** The seconds that a refused attempt is to wait. */
export async function retryAfter(refused: Promise<unknown>): Promise<number> {
  const { kind, headers } = (await rejectionOf(refused)) as unknown as Failure;
  expect(kind.status).to.equal(429);
  return Number(headers?.['Retry-After']);
}

/** A check that runs until `letGo` is called. */
export function slow(outcome: boolean) {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  const held = { running: 0, letGo, check: () => (held.running++, gone.then(() => outcome)) };
  return held;
}

/** Declares the tests of attempts. @param age makes leases older; without it, the test waits for their end */
export function itLocks(one: () => Replica, age: (ms: number) => Promise<unknown> = () => Promise.resolve()): void {
  const attempts = (more: Partial<AttemptRule> = {}) => attemptsOf(one(), more);

  it('lock a key after failures in a row, for right and wrong attempts', async () => {
    const pins = attempts();
    for (let time = 1; time <= 4; time++) expect(await pins.check('a', wrong)).to.equal(false);
    expect(await pins.standing('a')).to.include({ allowed: true, remaining: 1, retryAfter: 0 });
    expect(await pins.check('a', right)).to.equal(true);
    expect(await pins.standing('a')).to.include({ remaining: 5 });
    for (let time = 1; time <= 5; time++) expect(await pins.check('a', wrong)).to.equal(false);
    for (const check of [right, wrong]) expect(await retryAfter(pins.check('a', check))).to.be.within(110, 120);
    expect(await pins.check('b', right)).to.equal(true);
  });

  it('are rejected after running attempts have failed', async () => {
    const pins = attempts({ points: 1 });
    const first = slow(false);
    const [failing, waiting] = [pins.check('a', first.check), pins.check('a', right)];
    first.letGo();
    expect(await failing).to.equal(false);
    expect(await retryAfter(waiting)).to.be.within(110, 120);
  });

  it('count for seconds only when their process does not end them', async () => {
    const pins = attempts({ points: 1 });
    const killed = slow(true);
    void pins.check('a', killed.check);
    await eventually(() => killed.running === 1);
    const next = slow(true);
    next.letGo();
    const answer = pins.check('a', next.check);
    await age(LEASE_MS - 300);
    expect(next.running).to.equal(0);
    expect(await answer).to.equal(true);
  });

  it('are rejected for a second when too many wait', async () => {
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

  it('count as no failure when their check throws', async () => {
    const pins = attempts({ points: 1 });
    const away = new Error('away');
    expect(await rejectionOf(pins.check('a', () => Promise.reject(away)))).to.equal(away);
    expect(await pins.check('a', right)).to.equal(true);
  });

  it('keep failures after a right attempt when the rule says so', async () => {
    const codes = attempts({ points: 2, keepsFailures: true });
    for (const check of [wrong, right, right]) await codes.check('a', check);
    expect(await codes.standing('a')).to.include({ remaining: 1 });
  });
}

/** Declares the test of attempts at several replicas, or at one. */
export function itWaits(replicas: () => readonly Replica[]): void {
  it('wait for running attempts, whichever replica is asked', async () => {
    const name = randomBytes(6).toString('hex');
    const pins = replicas().map((at) => attemptsOf(at, {}, name));
    for (let time = 1; time <= 4; time++) await pins[0]!.check('a', wrong);
    let [running, most] = [0, 0];
    const { database } = replicas()[0]!.kernel.services;
    const check = async () => {
      most = Math.max(most, ++running);
      // Takes as long as other checks need to start.
      for (let trip = 0; trip < 5; trip++) await database.knex.raw('select 1');
      running--;
      return true;
    };
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => pins.map((one) => one.check('a', check))).flat(),
    );
    expect(new Set(outcomes)).to.deep.equal(new Set([true]));
    expect(most).to.be.at.most(rule.points);
  });
}
