import { expect } from 'chai';
import { outcome, Shop, WRONG_PASSWORD, type Buyer } from '../../orders/shop.ts';
import { prepared, started } from '../../../../support/started.ts';

const NEVER = '1'.repeat(30);

/** Specification, section 7: the rows of POST /trades. */
describe('POST /trades', () => {
  const shop = started(() => Shop.open());

  const buyer = prepared(() => shop.buyer({ coins: 500_00 }));
  const order = prepared(() => shop.order(buyer, 1));

  afterEach(async () => {
    await shop.expectSound();
    expect(await shop.stateOf(order)).to.equal('created');
  });

  const paying = (more: object = {}) => shop.withCoins(order, '10.00', { ...more });
  const told = async (body: object, by: { headers: object } = buyer) =>
    outcome(await shop.post('/trades', body, by as Buyer));

  it('answers 400/9 to a missing parameter', async () => {
    const { body } = await shop.post('/trades', {}, buyer).expect(400);
    expect(body.error.code).to.equal(9);
    expect(body.error.details.map(({ field }: { field: string }) => field)).to.have.members(['gateway', 'type']);
    for (const name of ['gateway', 'type', 'orderSn']) {
      for (const absent of [undefined, null, '']) {
        const { body } = await shop.post('/trades', paying({ [name]: absent }), buyer).expect(400);
        expect(body.error.code).to.equal(9);
        expect(body.error.details[0].field).to.equal(name);
      }
    }
  });

  it('answers 400/9 to a recharge without an amount', async () => {
    const { body } = await shop.post('/trades', { gateway: 'Coin', type: 'recharge' }, buyer).expect(400);
    expect(body.error.code).to.equal(9);
    expect(body.error.details[0].field).to.equal('coinAmount');
  });

  for (const [what, wrong] of Object.entries({
    'an unknown type': { type: 'gift' },
    'an unknown gateway': { gateway: 'Barter' },
    'a gateway in lower case': { gateway: 'coin' },
    'an invalid order number': { orderSn: '12a' },
    'an order number with a leading zero': { orderSn: '01' },
    'an invalid amount': { coinAmount: 'ten' },
    'a password that is not text': { payPassword: { length: 16 } },
    'a recharge with coins': { type: 'recharge', gateway: 'Coin' },
  })) {
    it(`answers 400/7 to ${what}`, async () => {
      const { body } = await shop.post('/trades', paying(wrong), buyer).expect(400);
      expect(body.error.code).to.equal(7);
      expect(Object.keys(wrong)).to.include(body.error.details[0].field);
    });
  }

  it('answers 400/2000 without a payment password', async () => {
    expect(await told(paying({ payPassword: undefined }))).to.equal('400/2000');
    expect(await told(paying({ payPassword: '' }))).to.equal('400/2000');
  });

  it('answers 400/2004 for an unknown order', async () => {
    for (const orderSn of [NEVER, '1', order.id, Number(order.id), '9'.repeat(40)]) {
      expect(await told(paying({ orderSn })), String(orderSn)).to.equal('400/2004');
    }
  });

  it('answers 400/2005 without a signed-in user', async () => {
    const { body, headers } = await shop.post('/trades', paying(), { headers: {} }).expect(400);
    expect(body.error.code).to.equal(2005);
    expect(headers['www-authenticate']).to.equal(undefined);
    expect(await told({}, { headers: {} }), 'after the shape').to.equal('400/9');
    expect(await told(paying({ gateway: 'Barter' }), { headers: {} }), 'after the shape').to.equal('400/7');
  });

  it('answers 400/2006 for an order of another user, to managers too', async () => {
    for (const nickname of ['newcomer', 'manager', 'admin']) {
      expect(await told(paying(), await shop.known(nickname))).to.equal('400/2006');
    }
  });

  it('answers 400/2009 for more coins than permitted', async () => {
    expect(await told(paying({ coinAmount: '10.01' }))).to.equal('400/2009');
    // Half of the price only; 20.00 would cover the order.
    const half = await shop.order(buyer, 2);
    expect(await told(shop.withCoins(half, '20.00'))).to.equal('400/2009');
    await shop.with('coin', { enabled: false }, async () => {
      const off = await shop.order(buyer, 1);
      expect(await told(shop.withCoins(off, '10.00'))).to.equal('400/2009');
    });
  });

  it('answers 400/2010 for a wrong amount', async () => {
    for (const coinAmount of ['-0.01', -10, '0', 0, '9.99', undefined]) {
      expect(await told(paying({ coinAmount })), String(coinAmount)).to.equal('400/2010');
    }
  });

  it('answers 400/20007 when the purchase is not open', async () => {
    await shop.with('payment', { enabled: false }, async () => {
      expect(await told(paying())).to.equal('400/20007');
    });
    for (const off of [{ enabled: false }, { cash_model: 'none' }]) {
      await shop.with('coin', off, async () => {
        expect(await told(paying())).to.equal('400/20007');
        expect(await told(paying({ gateway: 'Alipay_LegacyWap', coinAmount: '1.00' }))).to.equal('400/20007');
      });
    }
    await shop.without(1, async () => {
      expect(await told(paying())).to.equal('400/20007');
    });
    const closed = await shop.order(buyer, 1);
    await shop.services.closing.close(closed.sn);
    expect(await told(shop.withCoins(closed, '10.00'))).to.equal('400/20007');
  });

  it('answers 429/3 after too many wrong payment passwords, with the time to wait', async () => {
    const guesser = await shop.buyer({ coins: 50_00 });
    const bought = await shop.order(guesser, 1);
    for (let time = 1; time <= 5; time++) {
      const body = shop.withCoins(bought, '10.00', { payPassword: WRONG_PASSWORD });
      expect(await told(body, guesser)).to.equal('400/2002');
    }
    const { headers } = await shop.post('/trades', shop.withCoins(bought, '10.00'), guesser).expect(429);
    expect(Number(headers['retry-after'])).to.be.within(1_700, 1_800);
  });
});
