import { expect } from 'chai';
import type { Order } from 'lectern/core';
import { startPlatform } from '../../../../test/support/platform.ts';
import { started } from '../../../../test/support/started.ts';
import { at, Shop } from '../support.ts';

const march = new Date('2026-03-15T10:00:00+08:00');
const april = new Date('2026-04-10T10:00:00+08:00');
const may = new Date('2026-05-20T10:00:00+08:00');
const months = (num: number) => ({ unit: 'month', num }) as const;

describe('Refunds of memberships', () => {
  const platform = started(startPlatform);
  let shop: Shop;
  let userId = '19';

  before(async () => {
    shop = new Shop(platform);
  });
  beforeEach(() => (userId = String(Number(userId) + 1)));

  const on = <T>(time: Date, work: () => Promise<T>) => at(platform, time, work);
  const buyIn = (time: Date, levelId: string, num: number) => on(time, () => shop.buy(userId, levelId, months(num)));
  const membership = () => shop.membershipOf(userId);

  it('end a membership of one order yesterday', async () => {
    const order = await buyIn(march, '2', 3);
    await on(april, () => shop.refund(order));
    expect(await membership()).to.equal('2 until 2026-04-09');
    const [, { id: _, ...entry }] = (await shop.historyOf(userId)) as [unknown, Record<string, unknown>];
    expect(entry).to.deep.equal({
      user_id: userId,
      level_id: '2',
      action: 'refund',
      unit: 'month',
      level_before: '2',
      unit_before: 'month',
      deadline_before: new Date('2026-06-15T23:59:59+08:00'),
      deadline_after: new Date('2026-04-09T23:59:59+08:00'),
      days: null,
      order_sn: null,
      reason: null,
      manager_id: null,
      refunded_sn: order.sn,
      created_at: april,
    });
    expect(await shop.eventsOf(userId)).to.have.length(1);
  });

  it('restore the state before each order, the last one first', async () => {
    const states: string[] = [];
    const orders: Order[] = [];
    for (const [time, levelId, num] of [
      [march, '1', 3],
      [april, '1', 2],
      [april, '2', 0],
      [april, '2', 1],
      [april, '3', 0],
    ] as const) {
      states.push(await membership());
      orders.push(num === 0 ? await on(time, () => shop.buy(userId, levelId)) : await buyIn(time, levelId, num));
    }
    expect(await membership()).to.equal('3 until 2026-09-15');
    expect(states.slice(1)).to.deep.equal([
      '1 until 2026-06-15',
      '1 until 2026-08-15',
      '2 until 2026-08-15',
      '2 until 2026-09-15',
    ]);
    states[0] = '1 until 2026-04-09';
    for (const order of orders.reverse()) {
      await on(april, () => shop.refund(order));
      expect(await membership()).to.equal(states.pop());
    }
  });

  it('take the days of an order from the end when later orders were paid', async () => {
    const first = await buyIn(march, '2', 1);
    const second = await buyIn(march, '2', 2);
    await on(march, () => shop.refund(first));
    expect(await membership()).to.equal('2 until 2026-05-15');
    await on(march, () => shop.refund(second));
    expect(await membership(), 'today is never taken').to.equal('2 until 2026-03-15');
  });

  it('never end a membership before today', async () => {
    const first = await buyIn(march, '2', 2);
    await buyIn(march, '2', 1);
    await on(may, () => shop.refund(first));
    expect(await membership()).to.equal('2 until 2026-05-20');
  });

  it('leave an expired membership unchanged', async () => {
    const first = await buyIn(march, '2', 1);
    await buyIn(march, '2', 1);
    await on(may, () => shop.refund(first));
    expect(await membership()).to.equal('2 until 2026-05-15');
  });

  it('keep the level of later orders, and take the worth of the refunded days', async () => {
    const first = await buyIn(march, '1', 3);
    await on(march, () => shop.buy(userId, '3'));
    expect(await membership()).to.equal('3 until 2026-06-15');
    await on(march, () => shop.refund(first));
    // 92 days at 10.00 are worth 30 days at 30.00.
    expect(await membership()).to.equal('3 until 2026-05-16');
  });

  it('take the days that an upgrade was worth when later orders were paid', async () => {
    await buyIn(march, '2', 1);
    const upgrade = await on(march, () => shop.buy(userId, '3'));
    expect(upgrade.total).to.equal(1034);
    await buyIn(march, '3', 1);
    await on(march, () => shop.refund(upgrade));
    expect(await membership()).to.equal('3 until 2026-05-05');
  });

  it('restore the state before an upgrade whose membership was refunded before the payment', async () => {
    const first = await buyIn(march, '2', 2);
    const upgrade = await on(march, () => shop.order(userId, '3'));
    await on(march, () => shop.refund(first));
    const before = await membership();
    await on(march, () => shop.pay(upgrade));
    expect(await membership()).to.match(/^3 until 2026-04-/);
    await on(march, () => shop.refund(upgrade));
    expect(await membership()).to.equal(before);
  });

  it('happen once per order, and only after its delivery', async () => {
    await buyIn(march, '2', 1);
    const order = await on(march, () => shop.order(userId, '2', months(1)));
    await on(march, () => shop.refund(order));
    expect(await membership()).to.equal('2 until 2026-04-15');
    await on(march, () => shop.pay(order));
    await buyIn(march, '2', 1);
    for (let time = 0; time < 2; time++) {
      await on(march, () => shop.refund(order));
      expect(await membership()).to.equal('2 until 2026-05-16');
    }
    expect(await shop.historyOf(userId)).to.have.length(4);
  });
});
