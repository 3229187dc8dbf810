import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { startOwnPlatform } from '../../../../test/support/platform.ts';
import { started } from '../../../../test/support/started.ts';

/** Demo users with coins: ids, and payment passwords as clients encrypt them. */
const payers = {
  student: { id: '4', payPassword: 'hiswBkbHdujHJGAK' },
  张三: { id: '7', payPassword: 'dds/iixXkre23mWg' },
};
type Payer = keyof typeof payers;

describe('Purchase of memberships', () => {
  const platform = started(() =>
    startOwnPlatform({
      modules: { events: { maxAttempts: 2, backoffSeconds: 0.05, pollSeconds: 0.05 } },
    }),
  );

  before(async () => {
    const { clock } = platform.kernel.services;
    const now = clock.now();
    // Stops the clock, so that midnight cannot fall between a purchase and its check.
    clock.now = () => now;
  });

  const post = async (path: string, nickname: string, body: object) =>
    platform.api
      .post(`/api${path}`)
      .set(await platform.as(nickname))
      .send(body);
  const get = async (path: string, nickname: string) =>
    (
      await platform.api
        .get(`/api${path}`)
        .set(await platform.as(nickname))
        .expect(200)
    ).body;
  const ask = (path: string, nickname: string, goods: object) => post(path, nickname, { targetType: 'vip', ...goods });
  const membershipOf = (nickname: Payer) => get(`/plugins/vip/vip_users/${payers[nickname].id}`, nickname);
  const coinsOf = async (nickname: Payer) =>
    (await ask('/order_info', nickname, { targetType: 'course', targetId: '10' })).body.account.cash;

  async function order(nickname: Payer, targetId: string, more: object = {}): Promise<string> {
    const { status, body } = await ask('/orders', nickname, { targetId, ...more });
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.sn;
  }

  async function pay(nickname: Payer, orderSn: string): Promise<object> {
    const { total: coinAmount } = await orderRow(orderSn);
    const { payPassword } = payers[nickname];
    const trade = { gateway: 'Coin', type: 'purchase', orderSn, coinAmount: Number(coinAmount) / 100, payPassword };
    const { status, body } = await post('/trades', nickname, trade);
    expect([status, body.status], JSON.stringify(body)).to.deep.equal([200, 'paid']);
    return body;
  }

  async function orderRow(sn: string): Promise<Record<'status' | 'total', string>> {
    const { database } = platform.kernel.services;
    const query = database.raw<Record<'status' | 'total', string>>('select status, total from orders where sn = ?', [
      sn,
    ]);
    return (await query).rows[0]!;
  }

  async function becomes(sn: string, status: string): Promise<void> {
    while ((await orderRow(sn)).status !== status) await sleep(20);
  }

  async function buy(nickname: Payer, levelId: string, more: object = {}): Promise<string> {
    const sn = await order(nickname, levelId, more);
    await pay(nickname, sn);
    await becomes(sn, 'success');
    return sn;
  }

  async function refund(sn: string): Promise<void> {
    const { status, body } = await post(`/orders/${sn}/refunds`, 'manager', {});
    expect(status, JSON.stringify(body)).to.equal(201);
    await becomes(sn, 'refunded');
  }

  /** Waits until a user has the expected membership; refunds are delivered asynchronously. */
  async function isMember(nickname: Payer, expected: object): Promise<void> {
    const until = Date.now() + 30_000;
    while (Date.now() < until && JSON.stringify(await membershipOf(nickname)) !== JSON.stringify(expected))
      await sleep(20);
    expect(await membershipOf(nickname)).to.deep.equal(expected);
  }

  /** Last second of a membership of `duration` months that starts today. */
  function inMonths(duration: number): string {
    const { clock, vipCalendar } = platform.kernel.services;
    return vipCalendar.write(vipCalendar.endOfPeriod(clock.now(), { unit: 'month', duration }));
  }

  it('upgrades silver to gold for the remaining time', async () => {
    const before = await membershipOf('student');
    const { body } = await ask('/order_info', 'student', { targetId: '3' });
    expect(body).to.include({
      targetType: 'vip',
      targetId: '3',
      title: 'gold',
      totalPrice: '54.80',
      maxCoin: '54.80',
      fullCoinPayable: true,
      unitType: 'year',
      buyType: 'upgrade',
    });
    expect(body).not.to.have.property('duration');
    expect(body.account.cash).to.equal('1000.00');
    const sn = await buy('student', '3');
    expect(await membershipOf('student')).to.deep.equal({ ...before, levelId: '3', vipName: 'gold', seq: '3' });
    expect(await get('/me/vip_levels/3', 'student')).to.deep.equal({ isMember: true });
    expect(await coinsOf('student')).to.equal('945.20');
    await refund(sn);
    await isMember('student', before);
    expect(await coinsOf('student')).to.equal('1000.00');
  });

  it('rejects lower levels, disabled levels and invalid periods', async () => {
    for (const [nickname, levelId, more, status, code] of [
      ['student', '1', {}, 400, 20007],
      ['student', '1', { unit: 'month', num: 1 }, 400, 20007],
      ['student', '4', {}, 404, 10],
      ['newcomer', '99', {}, 404, 10],
      ['newcomer', '2', { num: 121 }, 422, 9],
      ['newcomer', '2', { unit: 'year', num: 11 }, 422, 9],
      ['newcomer', '2', { unit: 'week' }, 422, 9],
      ['newcomer', '2', { num: 0 }, 422, 9],
      ['newcomer', '2', { num: -1 }, 422, 9],
    ] as const) {
      for (const path of ['/order_info', '/orders']) {
        const { status: answered, body } = await ask(path, nickname, { targetId: levelId, ...more });
        expect([answered, body.error?.code], `${path} ${levelId} ${JSON.stringify(more)}`).to.deep.equal([
          status,
          code,
        ]);
      }
    }
  });

  it('starts after an expired membership, adds up, and is undone by refunds', async () => {
    const before = await membershipOf('张三');
    const bronze = { levelId: '1', vipName: 'bronze' };
    const first = await buy('张三', '1', { num: 1 });
    expect(await membershipOf('张三')).to.deep.equal({ ...bronze, deadline: inMonths(1), seq: '1' });
    const second = await buy('张三', '1', { num: 2 });
    // Compares only the month: at the end of a month, the day may differ.
    expect((await membershipOf('张三')).deadline.slice(0, 7)).to.equal(inMonths(3).slice(0, 7));
    expect(await coinsOf('张三')).to.equal('20.00');
    await refund(second);
    await isMember('张三', { ...bronze, deadline: inMonths(1), seq: '1' });
    await refund(first);
    await isMember('张三', before);
    expect(await coinsOf('张三')).to.equal('50.00');
  });

  it('delivers an order once when it is paid twice', async () => {
    const sn = await order('张三', '1', { num: 1 });
    const answer = await pay('张三', sn);
    expect(await pay('张三', sn)).to.deep.equal(answer);
    await becomes(sn, 'success');
    expect(await membershipOf('张三')).to.include({ deadline: inMonths(1) });
    expect(await coinsOf('张三')).to.equal('40.00');
    await refund(sn);
  });

  it('delivers a free order at once', async () => {
    const { database } = platform.kernel.services;
    const change = (year_price: number) => database.table('vip_levels').where({ id: '3' }).update({ year_price });
    const before = await membershipOf('student');
    await change(100);
    const sn = await order('student', '3');
    await change(30_000);
    await becomes(sn, 'success');
    expect(await membershipOf('student')).to.deep.equal({ ...before, levelId: '3', vipName: 'gold', seq: '3' });
    await refund(sn);
    await isMember('student', before);
  });

  it('is rejected at the payment when another purchase changed the membership', async () => {
    const renewal = await order('student', '2', { num: 1 });
    const upgrade = await buy('student', '3');
    const trade = { gateway: 'Coin', type: 'purchase', orderSn: renewal, coinAmount: '20.00' };
    const { payPassword } = payers.student;
    const { status, body } = await post('/trades', 'student', { ...trade, payPassword });
    expect([status, body.error?.code]).to.deep.equal([400, 20007]);
    await refund(upgrade);
  });

  it('marks an order that cannot be delivered as failed, and refunds it', async () => {
    const before = await membershipOf('张三');
    const sn = await order('张三', '1', { num: 1 });
    // Simulates a level that was removed after the start of the payment.
    await platform.kernel.services.database.raw(
      `update orders set terms = terms || '{"levelId": "99"}'::jsonb where sn = ?`,
      [sn],
    );
    await pay('张三', sn);
    await becomes(sn, 'fail');
    expect(await membershipOf('张三')).to.deep.equal(before);
    await refund(sn);
    expect(await coinsOf('张三')).to.equal('50.00');
  });
});
