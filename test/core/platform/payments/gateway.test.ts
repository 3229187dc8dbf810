import { expect } from 'chai';
import { outcome, PAY_PASSWORD, type Bought, type Buyer } from '../orders/shop.ts';
import { ACCEPTED, REFUSED, SlipShop } from './slips.ts';
import { started } from '../../../support/started.ts';

const half = { coinAmount: '10.00', payPassword: PAY_PASSWORD };

describe('A gateway of a plugin', () => {
  const shop = started(() => SlipShop.open());
  let buyer: Buyer;
  let order: Bought;
  beforeEach(async () => {
    buyer = await shop.buyer({ coins: 30_00 });
    order = await shop.order(buyer, 2);
  });
  afterEach(async () => {
    Object.assign(shop.slips, { trouble: undefined, enabled: true });
    await shop.expectSound();
  });

  const trade = (sn: string) => shop.services.trades.get(sn);
  const told = async (body: object, by = buyer) =>
    outcome(await shop.post('/trades', { gateway: 'Slips', type: 'purchase', orderSn: order.sn, ...body }, by));

  it('begins a payment, and answers with all that the payer needs', async () => {
    const answer = await shop.begin(buyer, order);
    const { tradeSn = '', payUrl, paymentUrl, paymentForm = '', paymentHtml, qrcodeUrl, ...rest } = answer;
    expect(rest).to.deep.equal({ status: 'created' });
    expect([payUrl, paymentUrl]).to.deep.equal(Array(2).fill(`https://slips.test/${tradeSn}`));
    expect(qrcodeUrl).to.equal(`slips://${tradeSn}`);
    const form = JSON.parse(paymentForm);
    expect(form).to.deep.include({ action: 'https://slips.test/pay', method: 'POST' });
    expect(form.params).to.include({ sn: tradeSn, amount: '2000' });
    expect(paymentHtml).to.include('action="https://slips.test/pay"').and.include(tradeSn);
    expect(await shop.read(buyer, order)).to.include({ status: 'created' });
    expect(await shop.stateOf(order)).to.equal('paying');
  });

  it('receives trade, title, amount, payer and addresses of a payment', async () => {
    const { tradeSn } = await shop.begin(buyer, order, { openid: 'o-1' });
    const { title, closesTime } = await shop.read(buyer, order);
    const { createdAt, expiresAt, address, notifyUrl, returnUrl, ...rest } = shop.slips.begun.at(-1)!;
    expect(rest).to.deep.equal({ sn: tradeSn, title, amount: 20_00, userId: buyer.id, openid: 'o-1' });
    expect(expiresAt.getTime() - (expiresAt.getTime() % 1000)).to.equal(Date.parse(closesTime as string));
    expect(createdAt.getTime()).to.be.at.most(Date.now());
    expect(address).to.match(/127\.0\.0\.1|::1/);
    expect(notifyUrl).to.match(/^http.*\/api\/callback\/Slips\/notify$/);
    expect(returnUrl).to.match(/^http/);
  });

  it('is asked once for one payment, and the answer is repeated', async () => {
    const first = await shop.begin(buyer, order);
    const asked = shop.slips.begun.length;
    expect(await shop.begin(buyer, order)).to.deep.equal(first);
    expect(shop.slips.begun).to.have.length(asked);
  });

  it('pays and delivers an order once when it reports the payment', async () => {
    const { tradeSn = '' } = await shop.begin(buyer, order);
    expect(await shop.report(tradeSn, 20_00)).to.equal(ACCEPTED);
    expect(await shop.report(tradeSn, 20_00)).to.equal(ACCEPTED);
    expect(await shop.read(buyer, order)).to.include({ status: 'paid', paidCash: '20.00', paidCoin: '0.00' });
    expect(await trade(tradeSn)).to.include({ status: 'paid', platformSn: `slip-${tradeSn}` });
    expect(await shop.cashOf(buyer), 'credited').to.equal(0);
    const names = (await shop.told(order)).map(({ name }) => name);
    expect(names).to.deep.equal(['order.created', 'order.paid', 'trade.paid']);
    const { body } = await shop.post('/trades', { gateway: 'Slips', type: 'purchase', orderSn: order.sn }, buyer);
    expect(body).to.deep.include({ tradeSn, status: 'paid', payUrl: '', paymentForm: '' });
  });

  it('has no effect with reports that do not fit, which are recorded', async () => {
    const { tradeSn = '' } = await shop.begin(buyer, order);
    expect(await shop.report(tradeSn, 19_99)).to.equal(REFUSED);
    expect(await shop.report(tradeSn, 20_01)).to.equal(REFUSED);
    expect(await shop.report('1'.repeat(30), 20_00)).to.equal(REFUSED);
    const { notices } = shop.services;
    expect(await notices.receive('Other', shop.notice(tradeSn, 20_00))).to.equal('refused');
    expect(await shop.report(tradeSn, 20_00, { paid: false })).to.equal(ACCEPTED);
    const forged = shop.place.api.post('/api/callback/Slips/notify').send(shop.notice(tradeSn, 20_00));
    expect((await forged).text).to.equal('again');
    expect(await shop.stateOf(order)).to.equal('paying');
    const rows = await shop.services.database.table('payment_notices').where({ trade_sn: tradeSn }).orderBy('id');
    expect(rows.map((row) => row['outcome'])).to.deep.equal(['wrong_amount', 'wrong_gateway']);
    expect(await shop.report(tradeSn, 20_00)).to.equal(ACCEPTED);
  });

  it('takes no payment while it is disabled, away or refusing', async () => {
    shop.slips.enabled = false;
    expect(await told({})).to.equal('400/20007');
    shop.slips.enabled = true;
    for (const trouble of ['away', 'refuses'] as const) {
      shop.slips.trouble = trouble;
      const answer = await shop.post('/trades', { gateway: 'Slips', type: 'purchase', orderSn: order.sn }, buyer);
      expect([outcome(answer), answer.headers['retry-after']]).to.deep.equal(['503/8', '5']);
    }
    shop.slips.trouble = undefined;
    expect((await shop.begin(buyer, order))['status']).to.equal('created');
  });

  it('begins no payment when the order is closed meanwhile: 409/14', async () => {
    const { slips } = shop;
    const begin = slips.begin.bind(slips);
    slips.begin = async (payment) => {
      await shop.services.closing.close(order.sn);
      return begin(payment);
    };
    try {
      expect(await told(half)).to.equal('409/14');
    } finally {
      slips.begin = begin;
    }
    expect(await shop.coinsOf(buyer)).to.equal(30_00);
  });

  describe('together with coins', () => {
    it('asks for the rest, and reserves the coins until the payment', async () => {
      const { tradeSn = '' } = await shop.begin(buyer, order, half);
      expect(shop.slips.begun.at(-1)!.amount).to.equal(10_00);
      expect(await shop.coinsOf(buyer)).to.equal(20_00);
      expect(await trade(tradeSn)).to.include({ coins: 10_00, cash: 10_00, status: 'paying' });
      expect(await shop.report(tradeSn, 10_00)).to.equal(ACCEPTED);
      expect(await shop.read(buyer, order)).to.include({ status: 'paid', paidCoin: '10.00', paidCash: '10.00' });
      expect(await shop.coinsOf(buyer)).to.equal(20_00);
    });

    it('uses coins authorised with the order without the password, unless another amount is given', async () => {
      const ordered = await shop.order(buyer, 3, { coinPayAmount: '5.00', payPassword: PAY_PASSWORD });
      const { tradeSn = '' } = await shop.begin(buyer, ordered);
      expect(await trade(tradeSn)).to.include({ coins: 5_00, cash: 25_00 });
      const none = await shop.begin(buyer, ordered, { coinAmount: 0 });
      expect(await trade(none['tradeSn']!)).to.include({ coins: 0, cash: 30_00 });
      expect(await shop.coinsOf(buyer)).to.equal(30_00);
    });

    it('releases reserved coins when the amount or the way to pay changes', async () => {
      const first = await shop.begin(buyer, order, half);
      const second = await shop.begin(buyer, order, { ...half, coinAmount: '4.00' });
      expect(second['tradeSn']).to.not.equal(first['tradeSn']);
      expect(await trade(first['tradeSn']!)).to.include({ status: 'closing' });
      expect(await shop.coinsOf(buyer)).to.equal(26_00);
      const third = await shop.begin(buyer, order);
      expect(await trade(second['tradeSn']!)).to.include({ status: 'closing' });
      expect(await shop.coinsOf(buyer)).to.equal(30_00);
      expect(await trade(third['tradeSn']!)).to.include({ coins: 0, cash: 20_00 });
    });

    it('reuses coins that the first attempt reserves', async () => {
      const poor = await shop.buyer({ coins: 10_00 });
      const ordered = await shop.order(poor, 3);
      await shop.begin(poor, ordered, half);
      expect(await shop.coinsOf(poor)).to.equal(0);
      await shop.begin(poor, ordered, { ...half, coinAmount: '9.00' });
      expect(await shop.coinsOf(poor)).to.equal(1_00);
      const other = await shop.order(poor, 2);
      const body = { gateway: 'Slips', type: 'purchase', orderSn: other.sn, ...half, coinAmount: '1.01' };
      expect(outcome(await shop.post('/trades', body, poor))).to.equal('400/2001');
    });

    it('credits late cash to the payer once, and returns the coins', async () => {
      const { tradeSn = '' } = await shop.begin(buyer, order, half);
      await shop.services.closing.close(order.sn);
      expect(await shop.coinsOf(buyer)).to.equal(30_00);
      expect(await shop.report(tradeSn, 10_00)).to.equal(ACCEPTED);
      expect(await shop.report(tradeSn, 10_00)).to.equal(ACCEPTED);
      expect([await shop.cashOf(buyer), await shop.stateOf(order)]).to.deep.equal([10_00, 'closed']);
    });
  });

  it('keeps the order open with 503 and a fix in the log when its trade cannot be queried', async () => {
    const { tradeSn: sn } = await shop.begin(buyer, order);
    const close = async () =>
      (await shop.place.api.delete(`/api/orders/${order.sn}`).set(await shop.place.as('admin'))).status;
    shop.slips.trouble = 'refuses';
    expect(await close()).to.equal(503);
    await shop.services.database.table('trades').where({ sn }).update({ gateway: 'Gone' });
    expect(await close()).to.equal(503);
    const lines = shop.place.logs.filter((line) => line.includes(`did not report the state of the trade ${sn}`));
    expect(lines).to.have.length(2);
    expect(lines[1]).to.include('install the plugin that provided it');
    expect(await shop.stateOf(order)).to.equal('paying');
    await shop.services.database.table('trades').where({ sn }).update({ gateway: 'Slips' });
  });

  describe('in the reconciliation', () => {
    const run = () => shop.later(3 * 60_000, () => shop.services.reconciliation.run());

    it('is asked about payments that were not reported', async () => {
      const { tradeSn = '' } = await shop.begin(buyer, order);
      await run();
      expect(await shop.stateOf(order)).to.equal('paying');
      shop.slips.reports.set(tradeSn, shop.notice(tradeSn, 20_00));
      await shop.later(6 * 60_000, () => shop.services.reconciliation.run());
      expect(await shop.read(buyer, order)).to.include({ status: 'paid', paidCash: '20.00' });
    });

    it('closes payments at the platform after their order was closed', async () => {
      const { tradeSn = '' } = await shop.begin(buyer, order);
      await shop.services.closing.close(order.sn);
      shop.slips.trouble = 'away';
      await run();
      expect((await trade(tradeSn)).status).to.equal('closing');
      shop.slips.trouble = undefined;
      await shop.later(6 * 60_000, () => shop.services.reconciliation.run());
      expect((await trade(tradeSn)).status).to.equal('closed');
      expect(shop.slips.ended).to.include(tradeSn);
    });
  });
});
