import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { LimitRule } from '../../../../core/infrastructure/limits/index.ts';
import { eventually, rejectionOf, type Replica } from '../jobs/fleet.ts';

/** Declares the tests of counters. @param keys reads the keys of the store */
export function itCounts(one: () => Replica, keys: () => Promise<string[]>): void {
  const counter = (rule: LimitRule, name = randomBytes(6).toString('hex')) =>
    one().kernel.services.limits.counter(name, rule);

  it('reject attempts beyond the points, with the time to wait', async () => {
    const rule = { points: 2, seconds: 60 };
    const tries = counter(rule);
    expect(await tries.take('a')).to.deep.equal({ allowed: true, remaining: 1, retryAfter: 0, rule });
    expect(await tries.take('a')).to.deep.equal({ allowed: true, remaining: 0, retryAfter: 0, rule });
    const refused = await tries.take('a');
    expect(refused).to.include({ allowed: false, remaining: 0 });
    expect(refused.retryAfter).to.be.within(55, 60);
  });

  it('count each key and each name separately', async () => {
    const rule = { points: 1, seconds: 60 };
    const tries = counter(rule);
    await tries.take('a');
    expect(await tries.take('b')).to.include({ allowed: true });
    expect(await counter(rule).take('a')).to.include({ allowed: true });
    expect(await tries.take('a')).to.include({ allowed: false });
  });

  it('start again when the window ends', async () => {
    const tries = counter({ points: 1, seconds: 1 });
    await tries.take('a');
    expect(await tries.take('a')).to.include({ allowed: false, retryAfter: 1 });
    await eventually(async () => (await tries.standing('a')).allowed);
    expect(await tries.take('a')).to.include({ allowed: true });
  });

  it('block longer than the window when the rule says so', async () => {
    const tries = counter({ points: 2, seconds: 1, blockSeconds: 60 });
    await tries.take('a');
    await tries.take('a');
    expect(await tries.take('a')).to.include({ allowed: false, retryAfter: 60 });
    await tries.giveBack('a');
    await tries.giveBack('a');
    expect((await tries.standing('a')).retryAfter).to.be.within(50, 60);
    expect((await tries.take('a')).retryAfter, 'a block is not prolonged').to.be.within(50, 60);
  });

  it('block shorter than the window when the rule says so', async () => {
    const tries = counter({ points: 1, seconds: 60, blockSeconds: 1 });
    await tries.take('a');
    expect(await tries.take('a')).to.include({ allowed: false, retryAfter: 1 });
    await eventually(async () => (await tries.standing('a')).allowed);
  });

  it('show the standing of a key without counting', async () => {
    const tries = counter({ points: 1, seconds: 60 });
    expect(await tries.standing('a')).to.include({ allowed: true, remaining: 1, retryAfter: 0 });
    expect(await tries.standing('a')).to.include({ allowed: true, remaining: 1 });
    await tries.take('a');
    const full = await tries.standing('a');
    expect(full).to.include({ allowed: false, remaining: 0 });
    expect(full.retryAfter).to.be.within(55, 60);
  });

  it('permit nothing with no points', async () => {
    const tries = counter({ points: 0, seconds: 60 });
    expect(await tries.standing('a')).to.include({ allowed: false, retryAfter: 1 });
    expect(await tries.take('a')).to.include({ allowed: false });
  });

  it('give points back', async () => {
    const tries = counter({ points: 2, seconds: 60 });
    await tries.take('a');
    await tries.giveBack('a');
    expect(await tries.standing('a')).to.include({ remaining: 2 });
    await tries.giveBack('a');
    await tries.giveBack('never seen');
    expect(await tries.standing('a')).to.include({ remaining: 2 });
    expect(await tries.take('never seen')).to.include({ remaining: 1 });
    for (let more = 0; more < 5; more++) await tries.take('a');
    await tries.giveBack('a');
    expect(await tries.take('a'), 'refused ones never counted').to.include({ allowed: true, remaining: 0 });
    expect(await tries.take('a')).to.include({ allowed: false });
  });

  it('do not store keys in plain text', async () => {
    await counter({ points: 1, seconds: 60 }, 'sms_number').take('13812345678');
    const { keyPrefix } = one().kernel.services.limitsConfig;
    const kept = (await keys()).filter((key) => key.startsWith(`${keyPrefix}:sms_number:`));
    expect(kept).to.have.lengthOf(1);
    // The prefix is random, and may have three digits of the number by chance.
    expect(kept[0]?.slice(keyPrefix.length))
      .to.match(/:[\w-]{43}(:counts)?$/)
      .and.not.include('138');
  });

  it('refuse to count within a transaction', async () => {
    const tries = counter({ points: 1, seconds: 60 });
    const { database } = one().kernel.services;
    for (const ask of ['take', 'standing', 'giveBack'] as const) {
      const error = await rejectionOf(database.transaction(() => tries[ask]('a') as Promise<unknown>));
      expect(error.message, ask).to.include('Count before the transaction');
    }
    const pins = one().kernel.services.limits.attempts('pins', { points: 1, seconds: 60 });
    const error = await rejectionOf(database.transaction(() => pins.check('a', () => Promise.resolve(true))));
    expect(error.message).to.include('Count before the transaction');
    expect(await tries.standing('a')).to.include({ remaining: 1 });
  });

  it('reject an invalid rule', () => {
    for (const rule of [
      { points: -1, seconds: 60 },
      { points: 1, seconds: 0 },
      { points: 1.5, seconds: 60 },
      { points: 1, seconds: 60, blockSeconds: 0.5 },
    ]) {
      expect(() => counter(rule), JSON.stringify(rule)).to.throw('The rule of the limit');
    }
    expect(() => one().kernel.services.limits.attempts('pins', { points: 0, seconds: 60 })).to.throw('at least 1');
    expect(() => counter({ points: 1, seconds: 1 }, 'a"b')).to.throw('cannot name a limit');
  });
}
