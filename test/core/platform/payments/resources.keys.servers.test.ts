import { expect } from 'chai';
import type { Buyer } from '../orders/shop.ts';
import { AT_ONCE, COURSES, expectOnly, ShopServers, PRICE, ROUNDS, tally, type Asked } from './servers/shop_servers.ts';
import { started } from '../../../support/started.ts';

describe(`One Idempotency-Key, sent ${AT_ONCE} times at once to two servers`, function () {
  // Two processes start, and one of them waits for the other.
  this.timeout(300_000);
  const servers = started(() => ShopServers.open(2));

  /** A request, and the number of its effects. */
  interface Wanted {
    readonly buyer: Buyer;
    readonly asked: Asked;
    readonly done: () => Promise<number>;
  }

  async function rounds(make: (course: number) => Promise<Wanted>): Promise<void> {
    for (let round = 1; round <= ROUNDS; round++) {
      const { buyer, asked, done } = await make(1 + (round % COURSES));
      const one = { ...asked, key: `round-${round}` };
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => servers.ask(buyer, one)));
      expectOnly(answers, ['200', '409/14']);
      // A rejected request gets the answer of the others when it is repeated.
      const settled = await servers.ask(buyer, one);
      const given = [...answers.filter(({ status }) => status === 200), settled];
      expect(new Set(given.map(({ text }) => text)).size, JSON.stringify(tally(given))).to.equal(1);
      expect(settled.outcome).to.equal('200');
      expect(await done()).to.equal(1);
      await servers.shop.expectSound();
    }
  }

  const paidTrades = (buyer: Buyer) => servers.count('trades', { user_id: buyer.id, status: 'paid' });

  it('creates one order, with its coupon', () =>
    rounds(async (targetId) => {
      const buyer = await servers.shop.buyer();
      const { couponDeadlines, couponEditing } = servers.services;
      const couponCode = `KEY${buyer.id}`;
      const draft = { code: couponCode, type: 'minus', rate: 100, userId: buyer.id } as const;
      await couponEditing.add({ ...draft, deadline: couponDeadlines.date(30) });
      return {
        buyer,
        asked: { path: '/orders', body: { targetType: 'course', targetId, couponCode } },
        done: () => servers.count('orders', { user_id: buyer.id }),
      };
    }));

  it('creates one free order, and pays it', () =>
    rounds(async () => {
      const buyer = await servers.shop.buyer();
      return {
        buyer,
        asked: { path: '/orders', body: { targetType: 'course', targetId: 40 } },
        done: () => servers.count('orders', { user_id: buyer.id }),
      };
    }));

  it('pays once at the pay center', () =>
    rounds(async (course) => {
      const buyer = await servers.shop.buyer({ coins: 3 * PRICE });
      const order = await servers.authorised(buyer, course);
      return { buyer, asked: servers.byPayCenter(order), done: () => paidTrades(buyer) };
    }));

  it('pays once by POST /trades', () =>
    rounds(async (course) => {
      const buyer = await servers.shop.buyer({ coins: 3 * PRICE });
      const order = await servers.order(buyer, course);
      return { buyer, asked: servers.byTrade(order), done: () => paidTrades(buyer) };
    }));

  it('begins one payment that reserves coins', () =>
    rounds(async (course) => {
      const buyer = await servers.shop.buyer({ coins: PRICE });
      const order = await servers.authorised(buyer, course, { coinPayAmount: 6 });
      return {
        buyer,
        asked: servers.byPayCenter(order, 'alipay'),
        done: async () => {
          expect(await servers.balance(buyer, 'coin')).to.equal(PRICE - 6_00);
          return servers.count('trades', { user_id: buyer.id });
        },
      };
    }));

  it('begins one recharge', () =>
    rounds(async () => {
      const buyer = await servers.shop.buyer();
      const body = { gateway: 'Alipay_LegacyExpress', type: 'recharge', coinAmount: '10.00' };
      return {
        buyer,
        asked: { path: '/trades', body },
        done: () => servers.count('trades', { user_id: buyer.id }),
      };
    }));
});
