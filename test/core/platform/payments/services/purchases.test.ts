import { expect } from 'chai';
import { outcome, PAY_PASSWORD, Shop, WRONG_PASSWORD, type Bought, type Buyer } from '../../orders/shop.ts';
import { started } from '../../../../support/started.ts';

describe('Paying with coins', () => {
  const shop = started(() => Shop.open());
  let buyer: Buyer;
  beforeEach(async () => {
    buyer = await shop.buyer({ coins: 25_00 });
  });
  afterEach(() => shop.expectSound());

  const center = ({ id: orderId }: Pick<Bought, 'id'>) => ({ orderId, targetType: 'course', payment: 'coin' });
  const authorised = { coinPayAmount: '10.00', payPassword: PAY_PASSWORD };

  /** Entries of an order in the accounting view, such as `-1000 coin of 61`. */
  async function entriesOf({ sn }: Bought): Promise<string[]> {
    const { rows } = await shop.services.database.raw<Record<string, string | null>>(
      `select entry.amount, entry.coupon_code as coupon, entry.trade_sn as trade, account.kind, account.user_id, account.name
       from audit_entries as entry join accounts as account on account.id = entry.account_id
       where entry.order_sn = ? order by entry.entry_id`,
      [sn],
    );
    return rows.map((row) => {
      expect(row['trade']).to.match(/^\d{19,}$/);
      return `${row['amount']} ${row['kind']} of ${row['name'] ?? row['user_id']}${row['coupon'] ? `, ${row['coupon']}` : ''}`;
    });
  }

  describe('by POST /trades', () => {
    it('answers that the order is paid, without further steps', async () => {
      const order = await shop.order(buyer, 1);
      const { tradeSn, ...rest } = await shop.pay(buyer, order, '10.00');
      expect(tradeSn).to.match(/^\d{19,32}$/);
      const nothing = { payUrl: '', paymentForm: '', paymentHtml: '', paymentUrl: '' };
      expect(rest).to.deep.equal({ status: 'paid', ...nothing });
      expect(await shop.read(buyer, order)).to.include({ status: 'paid', paidCoin: '10.00', paidCash: '0.00' });
      expect(await shop.coinsOf(buyer)).to.equal(15_00);
    });

    it('makes one transaction of the ledger, with order, trade and coupon in its two entries', async () => {
      const order = await shop.order(buyer, 1);
      await shop.pay(buyer, order, 10);
      expect(await entriesOf(order)).to.have.members([`-1000 coin of ${buyer.id}`, '1000 coin of coin.sales']);
      const student = await shop.known('student');
      const cheaper = await shop.order(student, 1, { couponCode: 'MINUS5' });
      await shop.pay(student, cheaper, '5');
      expect(await entriesOf(cheaper)).to.have.members(['-500 coin of 4, MINUS5', '500 coin of coin.sales, MINUS5']);
    });

    it('publishes events of order and trade', async () => {
      const order = await shop.order(buyer, 1);
      const { tradeSn } = await shop.pay(buyer, order, '10.00');
      const told = await shop.told(order);
      expect(told.map(({ name }) => name)).to.deep.equal(['order.created', 'order.paid', 'trade.paid']);
      const { title } = await shop.read(buyer, order);
      expect(told[1]!.payload).to.deep.equal({
        orderSn: order.sn,
        orderId: order.id,
        userId: buyer.id,
        targetType: 'course',
        targetId: '1',
        title,
        total: 10_00,
        coins: 10_00,
        cash: 0,
        couponCode: null,
        terms: {},
      });
      const trade = { tradeSn, orderSn: order.sn, userId: buyer.id, type: 'purchase', gateway: 'Coin' };
      expect(told[2]!.payload).to.deep.equal({ ...trade, coins: 10_00, cash: 0 });
    });

    it('answers the same for a paid order, and takes nothing', async () => {
      const order = await shop.order(buyer, 1);
      const first = await shop.pay(buyer, order, '10.00');
      expect(await shop.pay(buyer, order, '10.00')).to.deep.equal(first);
      for (const other of [{ coinAmount: '99' }, { payPassword: WRONG_PASSWORD }, { gateway: 'Alipay_LegacyWap' }]) {
        const { body } = await shop.post('/trades', shop.withCoins(order, '10.00', other), buyer).expect(200);
        expect(body).to.deep.equal(first);
      }
      expect(await shop.coinsOf(buyer)).to.equal(15_00);
      expect(await entriesOf(order)).to.have.length(2);
    });

    it('requires no password for a paid order, so that a wrong one does not count', async () => {
      const order = await shop.order(buyer, 1);
      await shop.pay(buyer, order, '10.00');
      const wrong = shop.withCoins(order, '10.00', { payPassword: WRONG_PASSWORD });
      for (let time = 1; time <= 6; time++) await shop.post('/trades', wrong, buyer).expect(200);
      await shop.order(buyer, 2, authorised);
    });

    it('spends the last coin, and no more', async () => {
      const exact = await shop.buyer({ coins: 10_00 });
      await shop.pay(exact, await shop.order(exact, 1), '10.00');
      expect(await shop.coinsOf(exact)).to.equal(0);
      const short = await shop.buyer({ coins: 9_99 });
      const order = await shop.order(short, 1);
      expect(outcome(await shop.post('/trades', shop.withCoins(order, '10.00'), short))).to.equal('400/2001');
      expect(await shop.coinsOf(short)).to.equal(9_99);
    });

    it('is rejected by the ledger when the balance fell after it was read', async () => {
      const order = await shop.order(buyer, 1);
      const { ledger } = shop.services;
      const coinAccount = ledger.coinAccount.bind(ledger);
      // Simulates an outdated balance.
      ledger.coinAccount = async (userId) => ({ ...(await coinAccount(userId)), cash: 1000_00 });
      try {
        await shop.pay(buyer, await shop.order(buyer, 1, { targetType: 'classroom' }), '25.00');
        expect(outcome(await shop.post('/trades', shop.withCoins(order, '10.00'), buyer))).to.equal('400/2001');
      } finally {
        ledger.coinAccount = coinAccount;
      }
      expect(await shop.stateOf(order)).to.equal('created');
      expect(await entriesOf(order)).to.deep.equal([]);
    });

    it('pays an amount of coins that was rounded up', async () => {
      await shop.services.database.table('courses').where({ id: 1 }).update({ price: 3_33 });
      await shop.with('coin', { rate: '0.50' }, async () => {
        const order = await shop.order(buyer, 1);
        expect(await shop.read(buyer, order)).to.include({ maxCoin: '1.67' });
        expect(outcome(await shop.post('/trades', shop.withCoins(order, '1.66'), buyer))).to.equal('400/2010');
        await shop.pay(buyer, order, '1.67');
      });
      await shop.services.database.table('courses').where({ id: 1 }).update({ price: 10_00 });
      expect(await shop.coinsOf(buyer)).to.equal(23_33);
    });
  });

  describe('by POST /pay_center', () => {
    it('answers with the order, also for a repeated request', async () => {
      const order = await shop.order(buyer, 1, authorised);
      const { body } = await shop.post('/pay_center', center(order), buyer).expect(200);
      const nothing = { paymentForm: '', paymentHtml: '', paymentUrl: '' };
      expect(body).to.deep.equal({ id: order.id, status: 'paid', ...nothing });
      expect(await shop.stateOf(order), 'delivered').to.equal('success');
      expect(await shop.coinsOf(buyer)).to.equal(15_00);
      expect(await entriesOf(order)).to.have.members([`-1000 coin of ${buyer.id}`, '1000 coin of coin.sales']);
      const again = await shop.post('/pay_center', center(order), buyer).expect(200);
      expect(again.body).to.deep.equal(body);
      expect(await shop.coinsOf(buyer)).to.equal(15_00);
    });

    it('accepts number or id of the order, as text or as a number', async () => {
      for (const name of ['sn', 'id', 'number'] as const) {
        const somebody = await shop.buyer({ coins: 10_00 });
        const order = await shop.order(somebody, 1, authorised);
        const orderId = name === 'number' ? Number(order.id) : order[name];
        const { body } = await shop.post('/pay_center', { ...center(order), orderId }, somebody).expect(200);
        expect(body).to.include({ id: order.id, status: 'paid' });
      }
    });

    it('answers for an order that POST /trades has paid', async () => {
      const order = await shop.order(buyer, 1);
      await shop.pay(buyer, order, '10.00');
      const { body } = await shop.post('/pay_center', center(order), buyer).expect(200);
      expect(body).to.include({ id: order.id, status: 'paid' });
      expect(await shop.coinsOf(buyer)).to.equal(15_00);
    });
  });
});
