import { expect } from 'chai';
import { until, type Bought, type Buyer } from '../orders/shop.ts';
import {
  AT_ONCE,
  COURSES,
  expectOnly,
  ShopServers,
  PRICE,
  tally,
  type Answer,
  type Asked,
  ROUNDS,
} from './servers/shop_servers.ts';
import { started } from '../../../support/started.ts';

describe(`${AT_ONCE} requests at once, sent to two servers`, function () {
  // Two processes start, and one of them waits for the other.
  this.timeout(300_000);
  const servers = started(() => ShopServers.open(2));

  async function rounds(one: (round: number) => Promise<void>): Promise<void> {
    for (let round = 1; round <= ROUNDS; round++) {
      await one(round);
      await servers.shop.expectSound();
    }
  }

  const atOnce = (buyer: (index: number) => Buyer, ask: (index: number) => Asked) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, index) => servers.ask(buyer(index), ask(index))));
  const by = (buyer: Buyer, ask: (index: number) => Asked) => atOnce(() => buyer, ask);
  const won = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200);
  const stateOf = (order: Bought) => servers.shop.stateOf(order);
  const isMember = async ({ id }: Buyer, course: number) =>
    (await servers.count('course_members', { course_id: course, user_id: id })) > 0;

  it('spend a balance once', () =>
    rounds(async () => {
      const buyer = await servers.shop.buyer({ coins: PRICE });
      const courses = Array.from({ length: AT_ONCE / 2 }, (_, index) => index + 1);
      const orders = await Promise.all(courses.map((course) => servers.order(buyer, course)));
      const answers = await by(buyer, (index) => servers.byTrade(orders[index % orders.length]!));
      expectOnly(answers, ['200', '400/2001']);
      expect(new Set(won(answers).map(({ body }) => body['tradeSn'])).size).to.equal(1);
      expect(await servers.count('trades', { user_id: buyer.id, status: 'paid' })).to.equal(1);
      expect(await servers.balance(buyer, 'coin')).to.equal(0);
      const states = await Promise.all(orders.map(stateOf));
      expect(states.filter((state) => state !== 'created')).to.have.length(1);
    }));

  it('use a coupon for one order', () =>
    rounds(async (round) => {
      // A coupon of one user, or one without an owner.
      const isClaimed = round % 2 === 1;
      const owner = await servers.shop.buyer({ coins: PRICE });
      const buyers = isClaimed ? [owner] : await Promise.all([1, 2, 3, 4, 5].map(() => servers.shop.buyer()));
      const { couponDeadlines, couponEditing } = servers.services;
      const code = `RACE${round}`;
      const own = isClaimed ? { userId: owner.id } : {};
      await couponEditing.add({ code, type: 'minus', rate: 100, deadline: couponDeadlines.date(30), ...own });
      const answers = await atOnce(
        (index) => buyers[index % buyers.length]!,
        (index) => ({
          path: '/orders',
          body: { targetType: 'course', targetId: 1 + (index % COURSES), couponCode: code },
        }),
      );
      expectOnly(answers, ['200', '400/2003']);
      expect(won(answers), JSON.stringify(tally(answers))).to.have.length(1);
      const [{ body: order }] = won(answers) as [Answer];
      const row = () => servers.services.database.table('coupons').where({ code }).first('status', 'order_sn');
      expect(await row()).to.deep.equal({ status: 'using', order_sn: order['sn'] });
      expect(await servers.count('orders', { coupon_code: code })).to.equal(1);
      if (!isClaimed) return;
      expectOnly([await servers.ask(owner, servers.byTrade(order as Bought, 9))], ['200']);
      expect(await row()).to.deep.equal({ status: 'used', order_sn: order['sn'] });
    }));

  it('pay an order once, or close it', () =>
    rounds(async (round) => {
      const buyer = await servers.shop.buyer({ coins: 5 * PRICE });
      const order = await servers.authorised(buyer, 1 + (round % COURSES));
      // A payment by Alipay is open already, and Alipay reports it at the same moment.
      const begun = await servers.ask(buyer, {
        path: '/trades',
        body: { gateway: 'Alipay_LegacyExpress', type: 'purchase', orderSn: order.sn, coinAmount: 0 },
      });
      expectOnly([begun], ['200']);
      const notice = {
        tradeSn: begun.body['tradeSn'] as string,
        platformSn: `P${order.sn}`,
        paid: true,
        amount: PRICE,
      };
      const kinds = [
        servers.byTrade(order),
        servers.byPayCenter(order),
        servers.byPayCenter(order, 'alipay'),
        { path: `/orders/${order.sn}`, method: 'DELETE' as const },
        undefined,
      ];
      // Each kind is the first one in some rounds, and none is always the only one of its kind.
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, index) => {
          const asked = kinds[(index + round) % kinds.length];
          if (asked) return servers.ask(buyer, asked);
          expect(await servers.services.notices.receive('Alipay_LegacyExpress', notice)).to.equal('accepted');
          return undefined;
        }),
      );
      expectOnly(
        answers.filter((answer) => answer !== undefined),
        // Paid, closed or replaced by another payment meanwhile; bought already; only unpaid orders can be closed.
        ['200', '400/20007', '409/14'],
      );
      await expectPaidOrClosed(buyer, order);
    }));

  /** Expects money in the right account, whichever request was first. */
  async function expectPaidOrClosed(buyer: Buyer, order: Bought): Promise<void> {
    const state = await stateOf(order);
    const trades = await servers.services.database.table('trades').where({ order_sn: order.sn, status: 'paid' });
    const [coins, cash] = [await servers.balance(buyer, 'coin'), await servers.balance(buyer, 'cash')];
    const held = await servers.count('trades', { order_sn: order.sn, status: 'paying' });
    expect(held, 'still open').to.equal(0);
    if (state === 'closed') {
      expect([trades.length, coins, cash], state).to.deep.equal([0, 5 * PRICE, PRICE]);
      return;
    }
    expect(['paid', 'success']).to.include(state);
    expect(trades).to.have.length(1);
    const byCoins = trades[0]!['gateway'] !== 'Alipay_LegacyExpress' || Number(trades[0]!['coins']) > 0;
    expect([coins, cash], state).to.deep.equal(byCoins ? [4 * PRICE, PRICE] : [5 * PRICE, 0]);
  }

  it('buy goods once that a user can have once', () =>
    rounds(async (round) => {
      const buyer = await servers.shop.buyer({ coins: 20 * PRICE });
      const course = 1 + (round % COURSES);
      const orders = await Promise.all([1, 2, 3, 4, 5].map(() => servers.authorised(buyer, course)));
      const answers = await by(buyer, (index) => {
        const order = orders[index % orders.length]!;
        return index % 2 ? servers.byTrade(order) : servers.byPayCenter(order);
      });
      expectOnly(answers, ['200', '400/20007']);
      const states = await Promise.all(orders.map(stateOf));
      expect(states.filter((state) => state !== 'created')).to.have.length(1);
      expect(await servers.balance(buyer, 'coin')).to.equal(19 * PRICE);
      await until(() => isMember(buyer, course));
    }));

  it('deliver free goods once', () =>
    rounds(async () => {
      const buyer = await servers.shop.buyer();
      const answers = await by(buyer, () => ({ path: '/orders', body: { targetType: 'course', targetId: 40 } }));
      expectOnly(answers, ['200', '400/20007']);
      expect(won(answers), JSON.stringify(tally(answers))).to.have.length(1);
      expect(await servers.count('orders', { user_id: buyer.id })).to.equal(1);
      await until(() => isMember(buyer, 40));
    }));
});
