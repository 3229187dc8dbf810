import { expect } from 'chai';
import { afterEach, describe, it } from 'mocha';
import { outcome, PAY_PASSWORD, Shop, type Bought } from '../../orders/shop.ts';
import { started } from '../../../support/started.ts';

describe('Paying with coins at the pay center', () => {
  const shop = started(() => Shop.open());

  afterEach(() => shop.expectSound());

  const center = ({ id: orderId }: Pick<Bought, 'id'>) => ({ orderId, targetType: 'course', payment: 'coin' });
  const authorised = { coinPayAmount: '10.00', payPassword: PAY_PASSWORD };

  it('debits once for several requests at once, with the same answer', async () => {
    for (let round = 0; round < 3; round++) {
      const somebody = await shop.buyer({ coins: 25_00 });
      const order = await shop.order(somebody, 1, authorised);
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => shop.post('/pay_center', center(order), somebody)),
      );
      expect(answers.map(outcome)).to.deep.equal(Array(12).fill('200'));
      expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
      expect(await shop.coinsOf(somebody)).to.equal(15_00);
    }
  });

  it('spends no coin twice for several orders at once', async () => {
    const buyer = await shop.buyer({ coins: 25_00 });
    const orders: Bought[] = [];
    const targets = [11, 12, 13, 14, 15];
    const courses = shop.services.database.table('courses').whereIn('id', targets);
    await courses.update({ price: 10_00, max_rate: 100 });
    for (const id of targets) orders.push(await shop.order(buyer, id, authorised));
    const pay = (order: Bought) => shop.post('/pay_center', center(order), buyer);
    const outcomes = (await Promise.all(orders.map(pay))).map(outcome);
    expect(outcomes.toSorted()).to.deep.equal(['200', '200', '400/2001', '400/2001', '400/2001']);
    expect(await shop.coinsOf(buyer)).to.equal(5_00);
  });
});
