import { expect } from 'chai';
import { startPlatform } from '../../../../test/support/platform.ts';
import { started } from '../../../../test/support/started.ts';
import { at, Shop } from '../support.ts';

const march = new Date('2026-03-15T10:00:00+08:00');
const april = new Date('2026-04-10T10:00:00+08:00');
const may = new Date('2026-05-20T10:00:00+08:00');
const month = { unit: 'month', num: 1 } as const;

describe('Delivery of memberships', () => {
  const platform = started(startPlatform);
  let shop: Shop;
  let userId = '19';

  before(async () => {
    shop = new Shop(platform);
  });
  beforeEach(() => (userId = String(Number(userId) + 1)));

  const inMarch = <T>(work: () => Promise<T>) => at(platform, march, work);
  const namesOf = async (id: string) => (await shop.eventsOf(id)).map(({ name }) => name);

  /** State that a delivery changes. */
  const stateOf = async (id: string) => [
    await shop.membershipOf(id),
    await shop.historyOf(id),
    await shop.eventsOf(id),
  ];

  it('creates the membership, its history entry and its event', async () => {
    const { sn: orderSn } = await inMarch(() => shop.buy(userId, '2', { unit: 'year', num: 1 }));
    expect(await shop.membershipOf(userId)).to.equal('2 until 2027-03-15');
    const [{ id: _, ...entry }] = (await shop.historyOf(userId)) as [Record<string, unknown>];
    expect(entry).to.deep.equal({
      user_id: userId,
      level_id: '2',
      action: 'new',
      unit: 'year',
      level_before: null,
      unit_before: null,
      deadline_before: null,
      deadline_after: new Date('2027-03-15T23:59:59+08:00'),
      days: 365,
      order_sn: orderSn,
      reason: null,
      manager_id: null,
      refunded_sn: null,
      created_at: march,
    });
    const payload = { userId, levelId: '2', deadline: '2027-03-15T23:59:59+08:00', orderSn };
    expect(await shop.eventsOf(userId)).to.deep.equal([{ name: 'vip.new', payload }]);
  });

  it('extends a membership, then upgrades it', async () => {
    await inMarch(() => shop.buy(userId, '1', month));
    await at(platform, april, () => shop.buy(userId, '1', { unit: 'year', num: 2 }));
    expect(await shop.membershipOf(userId)).to.equal('1 until 2028-04-15');
    const { sn } = await at(platform, may, () => shop.buy(userId, '3'));
    expect(await shop.membershipOf(userId)).to.equal('3 until 2028-04-15');
    expect(await namesOf(userId)).to.deep.equal(['vip.new', 'vip.renew', 'vip.upgrade']);
    const [, , last] = await shop.historyOf(userId);
    expect(last).to.include({ action: 'upgrade', level_before: '1', unit_before: 'year', unit: 'year', order_sn: sn });
    expect(last!['deadline_before']).to.deep.equal(last!['deadline_after']);
  });

  it('starts a new membership after an expired one', async () => {
    await inMarch(() => shop.buy(userId, '3', month));
    await at(platform, may, () => shop.buy(userId, '1', month));
    expect(await shop.membershipOf(userId)).to.equal('1 until 2026-06-20');
    expect(await namesOf(userId)).to.deep.equal(['vip.new', 'vip.new']);
  });

  it('happens once per order', async () => {
    const order = await inMarch(() => shop.buy(userId, '2', month));
    const before = await stateOf(userId);
    await at(platform, april, () => shop.pay(order));
    expect(await stateOf(userId)).to.deep.equal(before);
  });

  it('counts the period from the payment, not from the delivery', async () => {
    const order = await inMarch(() => shop.order(userId, '2', month));
    const { database, vipDeliveries } = platform.kernel.services;
    await at(platform, april, () => database.transaction(() => vipDeliveries.deliver({ ...order, paidAt: march })));
    expect(await shop.membershipOf(userId)).to.equal('2 until 2026-04-15');
  });

  it('is rolled back with its transaction', async () => {
    const order = await inMarch(() => shop.order(userId, '2', month));
    const { database } = platform.kernel.services;
    const crash = new Error('crash');
    const interrupted = database.transaction(async () => {
      await shop.pay(order);
      throw crash;
    });
    expect(await interrupted.catch((error: unknown) => error)).to.equal(crash);
    expect(await stateOf(userId)).to.deep.equal(['none', [], []]);
  });

  it('adds up two orders that were created before either was paid', async () => {
    await inMarch(async () => {
      const orders = [await shop.order(userId, '2', month), await shop.order(userId, '2', month)];
      for (const order of orders) await shop.pay(order);
    });
    expect(await shop.membershipOf(userId)).to.equal('2 until 2026-05-15');
    expect(await namesOf(userId)).to.deep.equal(['vip.new', 'vip.renew']);
  });

  it('does not lower a level that was raised after the order', async () => {
    await inMarch(async () => {
      await shop.buy(userId, '1', { unit: 'month', num: 2 });
      const renewal = await shop.order(userId, '1', month);
      await shop.buy(userId, '3');
      await shop.pay(renewal);
    });
    // 31 days of bronze at 10.00 are worth 10 days of gold at 30.00.
    expect(await shop.membershipOf(userId)).to.equal('3 until 2026-05-25');
  });

  it('converts days bought after the order of an upgrade by their worth', async () => {
    await inMarch(async () => {
      await shop.buy(userId, '2', month);
      const upgrade = await shop.order(userId, '3');
      expect(upgrade.total).to.equal(1034);
      await shop.buy(userId, '2', { unit: 'month', num: 120 });
      await shop.pay(upgrade);
    });
    const { deadline } = (await platform.kernel.services.vipMembers.of(userId))!;
    // Ten years of silver are worth two thirds of ten years of gold.
    expect(deadline.slice(0, 7)).to.equal('2032-12');
  });

  it('delivers an order whose level was disabled meanwhile', async () => {
    const { database, settings } = platform.kernel.services;
    const setOn = async (enabled: boolean) => {
      await database.table('vip_levels').where({ id: '2' }).update({ enabled });
      await settings.update(settings.section('vip'), { enabled });
    };
    const order = await inMarch(() => shop.order(userId, '2', month));
    await setOn(false);
    await inMarch(() => shop.pay(order));
    await setOn(true);
    expect(await shop.membershipOf(userId)).to.equal('2 until 2026-04-15');
  });

  it('fails without a change when the level was removed', async () => {
    const { vipLevelEditing } = platform.kernel.services;
    const id = await vipLevelEditing.add({ name: 'brief', seq: 9, monthPrice: 1, yearPrice: 1 });
    const order = await inMarch(() => shop.order(userId, id, month));
    await vipLevelEditing.remove({ id, seen: undefined });
    const failure = await inMarch(() => shop.pay(order)).catch((error: unknown) => error);
    expect(failure).to.include({ message: 'There is no such membership level.' });
    expect(await stateOf(userId)).to.deep.equal(['none', [], []]);
  });

  it('rejects invalid terms of an order', async () => {
    const order = await inMarch(() => shop.order(userId, '2', month));
    const broken = { ...order, terms: { ...order.terms, duration: -1 } };
    const failure = await inMarch(() => shop.pay(broken)).catch((error: unknown) => error);
    expect(String(failure)).to.contain('duration');
    expect(await shop.membershipOf(userId)).to.equal('none');
  });
});
