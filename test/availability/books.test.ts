import { expect } from 'chai';
import { readBooks } from './books.ts';
import { COINS, PRICE } from './shop.ts';
import type { Purchase } from './shoppers.ts';

const buyer = { id: '7', token: '' };
const purchase = (courseId: string, more: Partial<Purchase> = {}): Purchase => ({ buyer, courseId, ...more });

/** Reads a database with these orders, and with this many coins of the only buyer. */
function booksOf(orders: readonly object[], coins: number) {
  const rows = [orders.map((order) => ({ buyer: '7', course: '1', is_paid: true, payments: 1, ...order }))];
  const answers = [...rows, [{ buyer: '7', coins: String(coins) }]];
  const query = () => Promise.resolve(answers.shift() as never[]);
  return readBooks({ query }, { buyers: [buyer], courseIds: ['1'] });
}

describe('The books of the drill', () => {
  it('find acknowledged orders and payments that are lost', async () => {
    const books = await booksOf([{ sn: 'a' }, { sn: 'b', is_paid: false, payments: 0 }], COINS - PRICE);
    const states = [{ sn: 'a', paidAt: 1 }, { sn: 'b' }, { sn: 'b', paidAt: 1 }, { sn: 'c' }, {}];
    expect(states.map((more) => books.isLost(purchase('1', more)))).to.deep.equal([false, false, true, true, false]);
  });

  it('find orders that exist twice or were paid twice', async () => {
    const once = { course: '1', sn: 'a' };
    const twice = [{ sn: 'b' }, { sn: 'c' }].map((order) => ({ ...order, course: '2' }));
    const books = await booksOf([once, ...twice, { sn: 'd', course: '3', payments: 2 }], COINS);
    expect(['1', '2', '3', '4'].map((course) => books.isDouble(purchase(course)))).to.deep.equal([
      false,
      true,
      true,
      false,
    ]);
  });

  it('find buyers whose coins do not fit their paid orders', async () => {
    expect((await booksOf([{ sn: 'a' }], COINS - PRICE)).wrongBalances).to.deep.equal([]);
    expect((await booksOf([{ sn: 'a' }], COINS - 2 * PRICE)).wrongBalances).to.have.length(1);
    expect((await booksOf([], COINS - PRICE)).wrongBalances).to.have.length(1);
  });
});
