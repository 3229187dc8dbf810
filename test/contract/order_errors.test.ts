import { expect } from 'chai';
import { outcome, PAY_PASSWORD, Shop, WRONG_PASSWORD, type Bought, type Buyer } from '../core/platform/orders/shop.ts';

const nobody = { headers: {} };
const stranger = { headers: { 'X-Auth-Token': 'x'.repeat(43) } };
const paths = ['/order_info', '/orders', '/pay_center', '/trades'];
const NEVER = '999999';

/** Specification, section 7: code and status of each failure. */
describe('Failures of orders', () => {
  let shop: Shop;
  let buyer: Buyer;

  before(async () => {
    shop = await Shop.open();
    buyer = await shop.buyer({ coins: 500_00 });
  });
  after(() => shop.close());
  afterEach(() => shop.expectSound());

  const course = (targetId: unknown, more: object = {}) => ({ targetType: 'course', targetId, ...more });
  const told = async (path: string, body: object, by: { headers: object } = buyer) =>
    outcome(await shop.post(path, body, by as Buyer));

  describe('of every endpoint', () => {
    for (const path of paths) {
      it(`include 401/5 for an invalid credential: POST ${path}`, async () => {
        expect(await told(path, {}, stranger)).to.equal('401/5');
      });
    }
    for (const path of ['/order_info', '/orders', '/pay_center']) {
      it(`include 401/11 without a credential: POST ${path}`, async () => {
        expect(await told(path, {}, nobody)).to.equal('401/11');
      });
    }
  });

  for (const path of ['/order_info', '/orders']) {
    describe(`POST ${path}`, () => {
      it('answers 422/9 for a missing parameter', async () => {
        const { body } = await shop.post(path, {}, buyer).expect(422);
        expect(body.error.code).to.equal(9);
        expect(body.error.details.map(({ field }: { field: string }) => field)).to.have.members([
          'targetType',
          'targetId',
        ]);
        expect(await told(path, { targetType: 'course' })).to.equal('422/9');
        expect(await told(path, { targetId: 1 })).to.equal('422/9');
      });

      it('answers 422/9 for an unknown kind of goods', async () => {
        const { body } = await shop.post(path, { targetType: 'moon', targetId: 1 }, buyer).expect(422);
        expect(body.error.code).to.equal(9);
        expect(body.error.details[0].field).to.equal('targetType');
        expect(body.error.details[0].message).to.include('course').and.include('classroom').and.include('vip');
      });

      it('answers 422/9 for an unknown kind of goods before it uses the idempotency key', async () => {
        const headers = { ...buyer.headers, 'Idempotency-Key': `kind${path}` };
        for (const targetType of ['moon', 'sun']) {
          const body = { targetType, targetId: 1, couponCode: 'NONE' };
          expect(await told(path, body, { headers })).to.equal('422/9');
        }
      });

      it('answers 404/10 for missing or unpublished goods', async () => {
        for (const goods of [course(NEVER), course(39), { targetType: 'classroom', targetId: 12 }]) {
          expect(await told(path, goods)).to.equal('404/10');
        }
        expect(await told(path, { targetType: 'classroom', targetId: NEVER })).to.equal('404/10');
      });

      it('answers 400/20007 for goods that the buyer owns', async () => {
        const owner = await shop.buyer();
        await shop.order(owner, 40);
        expect(await told(path, course(40), owner)).to.equal('400/20007');
      });
    });
  }

  describe('POST /orders', () => {
    const wanted = (more: object) => course(1, { coinPayAmount: '1.00', ...more });

    it('answers 500/2001 for more coins than the balance', async () => {
      const poor = await shop.buyer({ coins: 99 });
      expect(await told('/orders', wanted({ payPassword: PAY_PASSWORD }), poor)).to.equal('500/2001');
    });

    it('answers 500/2002 for a wrong payment password', async () => {
      expect(await told('/orders', wanted({ payPassword: WRONG_PASSWORD }))).to.equal('500/2002');
    });

    it('answers 400/2000 without a payment password', async () => {
      expect(await told('/orders', wanted({}))).to.equal('400/2000');
    });

    it('answers 400/2008 if the user has no payment password', async () => {
      const careless = await shop.buyer({ coins: 500_00, payPassword: false });
      expect(await told('/orders', wanted({ payPassword: PAY_PASSWORD }), careless)).to.equal('400/2008');
    });

    it('answers 400/2009 for more coins than allowed', async () => {
      const body = wanted({ coinPayAmount: '10.01', payPassword: PAY_PASSWORD });
      expect(await told('/orders', body)).to.equal('400/2009');
    });

    it('answers 400/2003 for a coupon that cannot be used', async () => {
      for (const couponCode of ['NONE', 'USED01', 'OLD01', 'OTHER1', 'MINUS5']) {
        expect(await told('/orders', course(1, { couponCode })), couponCode).to.equal('400/2003');
      }
    });
  });

  describe('POST /pay_center', () => {
    const asked = ({ id: orderId }: Bought, payment = 'coin') => ({ orderId, targetType: 'course', payment });
    const authorised = (by: Buyer, targetId: number, coinPayAmount: string) =>
      shop.order(by, targetId, { coinPayAmount, payPassword: PAY_PASSWORD });

    it('answers 422/9 for a missing parameter', async () => {
      const { body } = await shop.post('/pay_center', {}, buyer).expect(422);
      expect(body.error.code).to.equal(9);
      expect(body.error.details).to.have.length(3);
    });

    it('answers 422/9 for another kind of goods than that of the order', async () => {
      const order = await authorised(buyer, 1, '10.00');
      const { body } = await shop.post('/pay_center', { ...asked(order), targetType: 'classroom' }, buyer).expect(422);
      expect(body.error.code).to.equal(9);
      expect(body.error.details[0].field).to.equal('targetType');
    });

    it('answers 422/9 for an unknown kind of goods, for any caller and order', async () => {
      const order = await authorised(buyer, 1, '10.00');
      for (const by of [buyer, await shop.known('admin')]) {
        for (const targetType of ['book', 'Course', '__proto__', 'constructor']) {
          for (const one of [order, { id: NEVER, sn: '' }]) {
            const { body } = await shop.post('/pay_center', { ...asked(one), targetType }, by).expect(422);
            expect(body.error.code).to.equal(9);
            expect(body.error.details).to.deep.equal([
              { field: 'targetType', message: 'must be one of course, classroom, item_bank_exercise, vip' },
            ]);
          }
        }
      }
    });

    it('answers 500/2007 for a disabled payment method', async () => {
      const order = await authorised(buyer, 1, '10.00');
      await shop.with('payment', { enabled: false }, async () => {
        expect(await told('/pay_center', asked(order))).to.equal('500/2007');
        expect(await told('/pay_center', asked(order, 'alipay'))).to.equal('500/2007');
      });
      await shop.with('payment', { alipayEnabled: false }, async () => {
        expect(await told('/pay_center', asked(order, 'alipay'))).to.equal('500/2007');
      });
      const plain = await shop.order(buyer, 1);
      for (const off of [{ enabled: false }, { cash_model: 'none' }, { rate: '0.00' }]) {
        await shop.with('coin', off, async () => {
          for (const one of [order, plain]) expect(await told('/pay_center', asked(one))).to.equal('500/2007');
          // The coins of the order were authorised before they were disabled, and would be used.
          expect(await told('/pay_center', asked(order, 'alipay'))).to.equal('500/2007');
        });
      }
    });

    it('answers 400/2004 for a missing order', async () => {
      for (const id of [NEVER, '9223372036854775808', '1'.repeat(40)]) {
        expect(await told('/pay_center', asked({ id, sn: '' }))).to.equal('400/2004');
      }
    });

    it('answers 400/2006 for an order of another user', async () => {
      const order = await authorised(buyer, 1, '10.00');
      expect(await told('/pay_center', asked(order), await shop.known('admin'))).to.equal('400/2006');
    });

    it('answers 400/2000 for coins whose use was not authorised', async () => {
      expect(await told('/pay_center', asked(await shop.order(buyer, 1)))).to.equal('400/2000');
      expect(await told('/pay_center', asked(await authorised(buyer, 1, '9.99')))).to.equal('400/2000');
    });

    it('answers 400/2001 for an insufficient balance', async () => {
      const spender = await shop.buyer({ coins: 25_00 });
      const [order, other] = [
        await authorised(spender, 1, '10.00'),
        await shop.order(spender, 1, { targetType: 'classroom' }),
      ];
      await shop.pay(spender, other, '25.00');
      expect(await told('/pay_center', asked(order), spender)).to.equal('400/2001');
    });

    it('answers 400/20007 for a closed order, and for goods no longer for sale', async () => {
      const closed = await authorised(buyer, 1, '10.00');
      await shop.services.closing.close(closed.sn);
      expect(await told('/pay_center', asked(closed))).to.equal('400/20007');
      const order = await authorised(buyer, 1, '10.00');
      await shop.without(1, async () => {
        expect(await told('/pay_center', asked(order))).to.equal('400/20007');
      });
    });
  });
});
