import { expect } from 'chai';
import { outcome, PAY_PASSWORD, type Bought, type Buyer } from '../../orders/shop.ts';
import { SlipShop } from '../slips.ts';
import { SandboxControl } from '../../../../support/sandbox_control.ts';
import { started } from '../../../../support/started.ts';

/** Gateways, and the fields of their answers beside the common ones. */
const gateways: Readonly<Record<string, readonly string[]>> = {
  WechatPay_Native: ['qrcodeUrl'],
  WechatPay_MWeb: ['mwebUrl'],
  WechatPay_Js: ['appId', 'timeStamp', 'nonceStr', 'package', 'signType', 'paySign'],
  Alipay_LegacyExpress: [],
  Alipay_LegacyWap: [],
  Lianlian_Web: [],
  Lianlian_Wap: [],
};
const common = ['tradeSn', 'status', 'payUrl', 'paymentForm', 'paymentHtml', 'paymentUrl'];
const llpay = ['Lianlian_Web', 'Lianlian_Wap'];

type Answer = Record<string, string>;

describe('Payments by the platforms', () => {
  const shop = started(() => SlipShop.open());
  let buyer: Buyer;
  let order: Bought;
  let control: SandboxControl;

  before(async () => {
    control = new SandboxControl(shop.services.paymentSandbox.url!);
    const admin = await shop.known('admin');
    await shop.place.api.patch('/api/settings/payment').set(admin.headers).send({ llpayEnabled: true }).expect(200);
  });
  beforeEach(async () => {
    buyer = await shop.buyer({ coins: 100_00 });
    order = await shop.order(buyer, 2);
  });
  afterEach(() => shop.expectSound());

  const paying = (gateway: string, more: object = {}) => {
    return { gateway, type: 'purchase', orderSn: order.sn, openid: 'openid-of-somebody', ...more };
  };
  /** What the payer's browser does with the answer. */
  async function visit({ paymentForm }: Answer): Promise<void> {
    if (!paymentForm) return;
    const { action, method, params } = JSON.parse(paymentForm) as { action: string; method: string; params: Answer };
    await fetch(action, { method, body: new URLSearchParams(params), redirect: 'manual' });
  }
  async function begin(gateway: string, more: object = {}): Promise<Answer> {
    const { body } = await shop.post('/trades', paying(gateway, more), buyer).expect(200);
    await visit(body);
    return body;
  }

  for (const [gateway, more] of Object.entries(gateways)) {
    it(`by ${gateway} are begun, reported and delivered`, async () => {
      const answer = await begin(gateway);
      expect(Object.keys(answer)).to.have.members([...common, ...more]);
      expect(answer['status']).to.equal('created');
      for (const name of [...common, ...more]) expect(answer[name], name).to.be.a('string');
      expect(answer['paymentUrl']).to.equal(answer['payUrl']);
      if (answer['paymentForm'] !== '') expect(answer['paymentHtml']).to.match(/^<!doctype html>/);
      const { receipts, amount } = await control.pay(answer['tradeSn']!);
      expect(amount).to.equal(20_00);
      expect(receipts.map(({ status }) => status)).to.deep.equal([200]);
      expect(await shop.read(buyer, order)).to.include({ status: 'paid', paidCash: '20.00', paidCoin: '0.00' });
      const { body: kept } = await shop.get(`/trades/${answer['tradeSn']!}`, buyer).expect(200);
      expect(kept).to.include({ status: 'paid', gateway, cashAmount: '20.00' });
      const { receipts: again } = await control.replay(answer['tradeSn']!);
      expect(again.map(({ status }) => status)).to.deep.equal([200]);
    });

    it(`by ${gateway} are refunded by the platform`, async () => {
      const { tradeSn = '' } = await begin(gateway, { coinAmount: '4.00', payPassword: PAY_PASSWORD });
      await control.pay(tradeSn);
      const { body } = await shop.post(`/orders/${order.sn}/refunds`, {}, await shop.known('manager')).expect(201);
      expect(body).to.include({ status: 'done', coins: '4.00', cash: '16.00' });
      expect(Object.values((await control.find(tradeSn))!.refunds)).to.deep.equal([16_00]);
      expect(await shop.coinsOf(buyer)).to.equal(100_00);
    });

    it(`by ${gateway} are rejected when the gateway is disabled`, async () => {
      const switches = gateway.startsWith('Wechat') ? 'wxpayEnabled' : 'alipayEnabled';
      const name = llpay.includes(gateway) ? 'llpayEnabled' : switches;
      for (const off of [name, 'enabled']) {
        await shop.with('payment', { [off]: false }, async () => {
          expect(outcome(await shop.post('/trades', paying(gateway), buyer)), off).to.equal('400/20007');
        });
      }
    });
  }

  it('by WechatPay_Js need an openid, from the request or a bound account', async () => {
    const asked = paying('WechatPay_Js', { openid: undefined });
    const recharge = { gateway: 'WechatPay_Js', type: 'recharge', coinAmount: '1' };
    for (const body of [asked, recharge, { ...asked, orderSn: '1'.repeat(30) }]) {
      const { error } = (await shop.post('/trades', body, buyer).expect(400)).body;
      expect(error).to.deep.include({ code: 9 });
      expect(error.details.map(({ field }: { field: string }) => field)).to.deep.equal(['openid']);
    }
    const bind = (provider: string) => shop.services.bindings.add({ provider, openid: provider, userId: buyer.id });
    await bind('qq');
    expect(outcome(await shop.post('/trades', asked, buyer))).to.equal('400/9');
    const payerOf = async () => {
      const { body } = await shop.post('/trades', asked, buyer).expect(200);
      return (await control.find(body.tradeSn))!.details;
    };
    await bind('weixinmob');
    await bind('weixinweb');
    expect(await payerOf()).to.include({ openid: 'weixinmob' });
  });

  it('by Alipay at POST /pay_center have form, page and URL, and use authorised coins', async () => {
    order = await shop.order(buyer, 2, { coinPayAmount: '5.00', payPassword: PAY_PASSWORD });
    const asked = { orderId: order.sn, targetType: 'course', payment: 'alipay' };
    const { body } = await shop.post('/pay_center', asked, buyer).expect(200);
    expect(body).to.have.all.keys('id', 'status', 'paymentForm', 'paymentHtml', 'paymentUrl');
    expect(body).to.include({ id: order.id, status: 'created' });
    expect(JSON.parse(body.paymentForm)).to.have.all.keys('action', 'method', 'params');
    expect(body.paymentHtml).to.match(/^<!doctype html>/);
    expect(body.paymentUrl).to.match(/^http/);
    expect((await shop.post('/pay_center', asked, buyer).expect(200)).body).to.deep.equal(body);
    expect(await shop.coinsOf(buyer)).to.equal(95_00);
    await visit(body);
    const trade = await shop.services.trades.ofOrder(order.sn, 'paying');
    expect(trade).to.include({ gateway: 'Alipay_LegacyExpress', coins: 5_00, cash: 15_00 });
    await control.pay(trade!.sn);
    const after = await shop.post('/pay_center', asked, buyer).expect(200);
    const nothing = { paymentForm: '', paymentHtml: '', paymentUrl: '' };
    expect(after.body).to.deep.equal({ id: order.id, status: 'paid', ...nothing });
    expect(await shop.read(buyer, order)).to.include({ paidCoin: '5.00', paidCash: '15.00' });
  });

  it('release reserved coins when coins pay instead, and credit a late report', async () => {
    const { tradeSn = '' } = await begin('Alipay_LegacyWap', { coinAmount: '10.00', payPassword: PAY_PASSWORD });
    await shop.services.database.table('orders').where({ id: order.id }).update({ max_coins: 20_00 });
    await shop.pay(buyer, order, '20.00');
    expect(await shop.coinsOf(buyer)).to.equal(80_00);
    expect((await shop.services.trades.get(tradeSn)).status).to.equal('closing');
    await control.pay(tradeSn);
    const cash = `select balance as sum from audit_accounts where user_id = ${buyer.id} and kind = 'cash'`;
    expect(await shop.sum(cash)).to.equal(10_00);
    expect(await shop.read(buyer, order)).to.include({ paidCoin: '20.00', paidCash: '0.00' });
  });

  it('reserve coins once when the platform changes, and end at the first one', async () => {
    const coins = { coinAmount: '10.00', payPassword: PAY_PASSWORD };
    const first = (await begin('Alipay_LegacyWap', coins))['tradeSn']!;
    const second = (await begin('WechatPay_Native', coins))['tradeSn']!;
    expect(await shop.coinsOf(buyer)).to.equal(90_00);
    await shop.later(3 * 60_000, () => shop.services.reconciliation.run());
    expect((await control.find(first))!.state).to.equal('closed');
    expect((await shop.services.trades.get(first)).status).to.equal('closed');
    await control.pay(second);
    expect(await shop.read(buyer, order)).to.include({ paidCoin: '10.00', paidCash: '10.00' });
  });

  it('are found when their report was lost and the order would close', async () => {
    const { tradeSn = '' } = await begin('WechatPay_Native');
    await control.pay(tradeSn, { silent: true });
    expect(await shop.stateOf(order)).to.equal('paying');
    const past = { closes_at: new Date(Date.now() - 1_000) };
    await shop.services.database.table('orders').where({ id: order.id }).update(past);
    expect(await shop.services.closing.closeExpired()).to.deep.equal({ closed: 0, failed: 0 });
    expect(await shop.read(buyer, order)).to.include({ status: 'paid', paidCash: '20.00' });
  });
});
