import { expect } from 'chai';
import { Shop, type Buyer } from '../shop.ts';
import { prepared, started } from '../../../../support/started.ts';

const fields = [
  'targetType',
  'targetId',
  'totalPrice',
  'title',
  'cover',
  'account',
  'hasPayPassword',
  'verifiedMobile',
  'coinName',
  'cashRate',
  'priceType',
  'coinPayAmount',
  'maxCoin',
  'availableCoupons',
  'fullCoinPayable',
];

describe('POST /order_info', () => {
  const shop = started(() => Shop.open());

  const student = prepared(() => shop.known('student'));

  async function preview(targetType: string, targetId: unknown, by: Buyer = student): Promise<Record<string, any>> {
    return (await shop.post('/order_info', { targetType, targetId }, by).expect(200)).body;
  }

  it('accepts its goods in the query, too', async () => {
    const inBody = await preview('course', 1);
    const { body } = await shop.post('/order_info?targetType=course&targetId=1', {}, student).expect(200);
    expect(body).to.deep.equal(inBody);
  });

  it('reads no payment password from the query, nor do orders and trades', async () => {
    const { body } = await shop.place.api.get('/api/openapi.json').expect(200);
    for (const [path, field] of [
      ['/api/orders', 'coinPayAmount'],
      ['/api/trades', 'coinAmount'],
    ] as const) {
      const [, inQuery] = /Read from the query[^:]*: ([^.]*)\./.exec(body.paths[path].post.description as string) ?? [];
      expect(inQuery, path).to.include(field).and.to.not.include('payPassword');
    }
  });

  /** Amounts of the answer, in one line. */
  async function money(targetType: string, targetId: number): Promise<string> {
    const { totalPrice, cashRate, priceType, coinPayAmount, maxCoin, fullCoinPayable } = await preview(
      targetType,
      targetId,
    );
    return `${totalPrice} at ${cashRate}: ${coinPayAmount} coins, at most ${maxCoin}, ${priceType}, ${fullCoinPayable ? 'full' : 'part'}`;
  }

  it('answers with all fields of a course', async () => {
    const { cover, availableCoupons, account, title, ...rest } = await preview('course', '3');
    expect(rest).to.deep.equal({
      targetType: 'course',
      targetId: '3',
      coveredBy: 'silver',
      totalPrice: '30.00',
      hasPayPassword: true,
      verifiedMobile: '138****0004',
      coinName: '学币',
      cashRate: '1.00',
      priceType: 'RMB',
      coinPayAmount: '30.00',
      maxCoin: '15.00',
      fullCoinPayable: false,
    });
    expect(title).to.be.a('string').that.is.not.empty;
    expect(Object.keys(cover)).to.have.members(['small', 'middle', 'large']);
    for (const url of Object.values(cover)) expect(url).to.match(/^https?:\/\/[^/]+\/./);
    expect(availableCoupons).to.be.an('array');
    expect(account).to.have.all.keys('id', 'userId', 'cash');
    expect(account.id).to.match(/^[1-9]\d*$/);
    expect(account).to.include({ userId: '4', cash: '1000.00' });
  });

  it('answers with exactly the specified fields', async () => {
    // The membership of the student includes neither.
    expect(Object.keys(await preview('course', 30))).to.have.members(fields);
    expect(Object.keys(await preview('classroom', 9))).to.have.members(fields);
  });

  it('answers a user without coins, payment password and mobile number', async () => {
    const somebody = await shop.buyer({ payPassword: false });
    const { hasPayPassword, verifiedMobile, account } = await preview('course', 3, somebody);
    expect({ hasPayPassword, verifiedMobile }).to.deep.equal({ hasPayPassword: false, verifiedMobile: '' });
    expect(account).to.include({ userId: somebody.id, cash: '0.00' });
  });

  it('limits coins to the share that the goods permit', async () => {
    expect(await money('course', 1)).to.equal('10.00 at 1.00: 10.00 coins, at most 10.00, RMB, full');
    expect(await money('course', 2)).to.equal('20.00 at 1.00: 20.00 coins, at most 10.00, RMB, part');
    expect(await money('course', 40)).to.equal('0.00 at 1.00: 0.00 coins, at most 0.00, RMB, part');
    expect(await money('classroom', 1)).to.equal('25.00 at 1.00: 25.00 coins, at most 25.00, RMB, full');
    expect(await money('classroom', 2)).to.equal('50.00 at 1.00: 50.00 coins, at most 25.00, RMB, part');
  });

  it('converts at the rate of the settings, rounded in favour of the platform', async () => {
    for (const [rate, course, classroom] of [
      [
        '3.33',
        '10.00 at 3.33: 33.30 coins, at most 33.30, RMB, full',
        '50.00 at 3.33: 166.50 coins, at most 83.25, RMB, part',
      ],
      [
        '0.01',
        '10.00 at 0.01: 0.10 coins, at most 0.10, RMB, full',
        '50.00 at 0.01: 0.50 coins, at most 0.25, RMB, part',
      ],
      [
        '100',
        '10.00 at 100.00: 1000.00 coins, at most 1000.00, RMB, full',
        '50.00 at 100.00: 5000.00 coins, at most 2500.00, RMB, part',
      ],
    ] as const) {
      await shop.with('coin', { rate }, async () => {
        expect(await money('course', 1)).to.equal(course);
        expect(await money('classroom', 2)).to.equal(classroom);
      });
    }
  });

  it('rounds coins due up, and usable coins down', async () => {
    const courses = () => shop.services.database.table('courses').where({ id: 5 });
    const { price } = (await courses().first('price'))!;
    await courses().update({ price: 3_33 });
    await shop.with('coin', { rate: '0.50' }, async () => {
      // 1.665 coins, and half of 1.67 of them.
      expect(await money('course', 5)).to.equal('3.33 at 0.50: 1.67 coins, at most 0.83, RMB, part');
    });
    await courses().update({ price: 1 });
    await shop.with('coin', { rate: '0.01' }, async () => {
      expect(await money('course', 5)).to.equal('0.01 at 0.01: 0.01 coins, at most 0.00, RMB, part');
    });
    await courses().update({ price });
  });

  it('states prices in coins when coins are the currency', async () => {
    await shop.with('coin', { cash_model: 'currency', rate: '2' }, async () => {
      expect(await money('course', 1)).to.equal('10.00 at 2.00: 20.00 coins, at most 20.00, Coin, full');
    });
  });

  for (const off of [{ enabled: false }, { cash_model: 'none' }, { rate: '0' }]) {
    it(`permits no coins with ${JSON.stringify(off)}`, async () => {
      await shop.with('coin', { rate: '3.33', cash_model: 'currency', ...off }, async () => {
        expect(await money('course', 1)).to.equal('10.00 at 1.00: 10.00 coins, at most 0.00, RMB, part');
      });
    });
  }

  it('lists usable coupons only, the best deduction first', async () => {
    const list = async (targetType: string, targetId: number) => {
      const { availableCoupons } = await preview(targetType, targetId);
      return availableCoupons.map(({ code, deductAmount }: Record<string, string>) => `${code} ${deductAmount}`);
    };
    expect(await list('course', 3)).to.deep.equal(['MINUS5 5.00', 'RATE85 4.50']);
    expect(await list('course', 4)).to.deep.equal(['RATE85 6.00', 'MINUS5 5.00']);
    expect(await list('classroom', 1)).to.deep.equal(['MINUS5 5.00']);
    expect(await list('course', 40), 'nothing to take off').to.deep.equal([]);
  });

  it('shows all fields of a coupon', async () => {
    const info = await preview('course', 4);
    const first = info['availableCoupons'][0];
    expect(first).to.deep.include({ code: 'RATE85', type: 'discount', status: 'receive', userId: '4', rate: '8.50' });
    expect(first).to.deep.include({ targetType: 'course', targetId: '0', deductAmount: '6.00' });
    expect(first.target).to.deep.equal({ id: '4', title: info['title'] });
    expect(first.deadline).to.match(/T23:59:59\+08:00$/);
  });

  it('creates no order, and takes no coupon', async () => {
    const { database } = shop.services;
    expect(await database.table('orders').count('id as n').first()).to.deep.equal({ n: '0' });
    expect(await database.table('coupons').where({ status: 'using' }).first('id')).to.equal(undefined);
  });

  it('ignores other fields of the request', async () => {
    const body = { targetType: 'course', targetId: 3, totalPrice: '0.01', userId: '5', price: 0, maxCoin: '30.00' };
    const { body: info } = await shop.post('/order_info', body, student).expect(200);
    expect(info).to.include({ totalPrice: '30.00', maxCoin: '15.00' });
    expect(info.account.userId).to.equal('4');
  });

  it('shows period and kind of purchase of a membership', async () => {
    const body = { targetType: 'vip', targetId: 1, unit: 'month', num: '2' };
    const somebody = await shop.buyer();
    const { body: info } = await shop.post('/order_info', body, somebody).expect(200);
    expect(Object.keys(info)).to.have.members([...fields, 'unitType', 'duration', 'buyType']);
    expect(info).to.include({ totalPrice: '20.00', unitType: 'month', duration: '2', buyType: 'new' });
  });
});
