import { expect } from 'chai';
import { until, type Bought, type Buyer } from '../../orders/shop.ts';
import {
  AT_ONCE,
  COURSES,
  expectOnly,
  ShopServers,
  PRICE,
  ROUNDS,
  tally,
  type Answer,
} from '../servers/shop_servers.ts';
import { prepared, started } from '../../../../support/started.ts';

const RENEWALS = 10;

describe('Purchases and refunds at once, on two servers', function () {
  // Two processes start, and one of them waits for the other.
  this.timeout(300_000);
  const servers = started(() => ShopServers.open(2));

  const manager = prepared(() => servers.shop.known('manager'));

  async function rounds(one: (round: number) => Promise<void>): Promise<void> {
    for (let round = 1; round <= ROUNDS; round++) {
      await one(round);
      await servers.shop.expectSound();
    }
  }

  const refund = ({ sn }: Bought) => servers.ask(manager, { path: `/orders/${sn}/refunds` });
  const becomes = (order: Bought, state: string) => until(async () => (await servers.shop.stateOf(order)) === state);
  const members = ({ id }: Buyer) => servers.count('course_members', { user_id: id });
  /** Waits until no delivery is pending. */
  const settled = () =>
    until(async () => {
      const waiting = `select count(*) as sum from event_deliveries where state = 'pending'`;
      return (await servers.shop.sum(waiting)) === 0;
    });

  async function paid(buyer: Buyer, course: number): Promise<Bought> {
    const order = await servers.authorised(buyer, course);
    expectOnly([await servers.ask(buyer, servers.byPayCenter(order))], ['200']);
    return order;
  }

  it('refund one order once', () =>
    rounds(async (round) => {
      const buyer = await servers.shop.buyer({ coins: PRICE });
      const order = await paid(buyer, 1 + (round % COURSES));
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => refund(order)));
      expectOnly(answers, ['201', '409/14']);
      expect(tally(answers)['201']).to.equal(1);
      expect(await servers.count('refunds', { order_sn: order.sn })).to.equal(1);
      expect(await servers.balance(buyer, 'coin')).to.equal(PRICE);
      expect(await servers.shop.stateOf(order)).to.equal('refunded');
      await settled();
      expect(await members(buyer)).to.equal(0);
    }));

  it('leave nothing delivered of an order that is refunded during its delivery', () =>
    rounds(async (round) => {
      const buyers = await Promise.all([1, 2, 3, 4, 5].map(() => servers.shop.buyer({ coins: PRICE })));
      const course = 1 + (round % COURSES);
      const orders = await Promise.all(buyers.map((buyer) => servers.authorised(buyer, course)));
      // Refunds are requested from before the payment until after its delivery.
      const wanted = orders.map(async (order) => {
        const answers: Answer[] = [];
        while (!answers.some(({ status }) => status === 201)) answers.push(await refund(order));
        expectOnly(answers, ['201', '409/14']);
      });
      const payments = orders.map((order, index) => servers.ask(buyers[index]!, servers.byPayCenter(order)));
      expectOnly(await Promise.all(payments), ['200']);
      await Promise.all(wanted);
      await settled();
      for (const [index, order] of orders.entries()) {
        expect(await servers.shop.stateOf(order)).to.equal('refunded');
        expect(await members(buyers[index]!), order.sn).to.equal(0);
        expect(await servers.balance(buyers[index]!, 'coin')).to.equal(PRICE);
      }
    }));

  it(`add up ${RENEWALS} orders of one membership, each delivered once`, () =>
    rounds(async () => {
      const buyer = await servers.shop.buyer({ coins: RENEWALS * PRICE });
      const goods = { targetType: 'vip', unit: 'month', num: 1 };
      const orders = await Promise.all(Array.from({ length: RENEWALS }, () => servers.authorised(buyer, 1, goods)));
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => {
          const order = orders[index % RENEWALS]!;
          return servers.ask(buyer, index % 2 ? servers.byTrade(order) : servers.byPayCenter(order, 'coin', 'vip'));
        }),
      );
      expectOnly(answers, ['200']);
      for (const order of orders) await becomes(order, 'success');
      expect(await servers.balance(buyer, 'coin')).to.equal(0);
      expect(await servers.count('vip_member_history', { user_id: buyer.id })).to.equal(RENEWALS);
      expect((await possibleEnds(orders)).map(Number)).to.include(Number(await deadlineOf(buyer)));
    }));

  async function deadlineOf({ id }: Buyer): Promise<unknown> {
    const row = await servers.services.database.table('vip_members').where({ user_id: id }).first('deadline');
    return row?.['deadline'];
  }

  /** Each month begins at the end of the last one, the first at its payment; midnight may have passed meanwhile. */
  async function possibleEnds(orders: readonly Bought[]): Promise<Date[]> {
    const { orders: kept, vipCalendar } = servers.services;
    const times = await Promise.all(orders.map(async ({ sn }) => (await kept.get(sn)).paidAt!.getTime()));
    const endFrom = (start: Date) =>
      orders.reduce((end) => vipCalendar.endOfPeriod(end, { unit: 'month', duration: 1 }), start);
    return [Math.min(...times), Math.max(...times)].map((time) => endFrom(new Date(time)));
  }

  it('leave nothing of a membership that is refunded during its delivery', () =>
    rounds(async () => {
      const buyer = await servers.shop.buyer({ coins: 2 * PRICE });
      const goods = { targetType: 'vip', unit: 'month', num: 1 };
      const [kept, order] = [await servers.authorised(buyer, 1, goods), await servers.authorised(buyer, 1, goods)];
      expectOnly([await servers.ask(buyer, servers.byPayCenter(kept, 'coin', 'vip'))], ['200']);
      await becomes(kept, 'success');
      const before = await deadlineOf(buyer);
      const wanted = async () => {
        while ((await refund(order)).status !== 201);
      };
      await Promise.all([servers.ask(buyer, servers.byPayCenter(order, 'coin', 'vip')), wanted()]);
      await settled();
      expect(await deadlineOf(buyer)).to.deep.equal(before);
      expect(await servers.balance(buyer, 'coin')).to.equal(PRICE);
    }));
});
