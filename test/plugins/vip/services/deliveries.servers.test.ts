import { expect } from 'chai';
import { at, Shop } from '../../../../plugins/vip/test/support.ts';
import { startPlatform } from '../../../support/platform.ts';
import { started } from '../../../support/started.ts';

const march = new Date('2026-03-15T10:00:00+08:00');
const month = { unit: 'month', num: 1 } as const;

describe('the delivery of several orders at once', () => {
  const platform = started(startPlatform);
  let shop: Shop;
  let userId = '19';

  before(async () => {
    shop = new Shop(platform);
  });

  const inMarch = <T>(work: () => Promise<T>) => at(platform, march, work);
  const namesOf = async (id: string) => (await shop.eventsOf(id)).map(({ name }) => name);

  it('adds up, whoever has been a member before', async () => {
    for (const first of [false, true, false, true]) {
      userId = String(Number(userId) + 1);
      await inMarch(async () => {
        if (first) await shop.buy(userId, '2', month);
        const orders = await Promise.all(Array.from({ length: 12 }, () => shop.order(userId, '2', month)));
        await Promise.all(orders.map((order) => shop.pay(order)));
      });
      expect(await shop.membershipOf(userId)).to.equal(`2 until 2027-0${first ? 4 : 3}-15`);
      const history = await shop.historyOf(userId);
      const steps = new Map(history.map((row) => [Number(row['deadline_before'] ?? 0), Number(row['deadline_after'])]));
      expect(steps.size, 'each follows another one').to.equal(history.length);
      expect((await namesOf(userId)).sort()).to.deep.equal(['vip.new', ...Array(first ? 12 : 11).fill('vip.renew')]);
    }
  });

  it('delivers each once, however often it is tried', async () => {
    for (let round = 0; round < 4; round++) {
      userId = String(Number(userId) + 1);
      await inMarch(async () => {
        const order = await shop.order(userId, '2', month);
        await Promise.all(Array.from({ length: 12 }, () => shop.pay(order)));
        await Promise.all(Array.from({ length: 12 }, () => shop.refund(order)));
      });
      expect(await shop.membershipOf(userId)).to.equal('2 until 2026-03-14');
      expect(await shop.historyOf(userId)).to.have.length(2);
      expect(await namesOf(userId)).to.deep.equal(['vip.new']);
    }
  });
});
