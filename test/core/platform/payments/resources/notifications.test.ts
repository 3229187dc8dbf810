import { expect } from 'chai';
import type { BegunPayment, Gateway, PaymentToBegin } from '../../../../../core/platform/payments/gateway.ts';
import { SandboxControl } from '../../../../support/sandbox_control.ts';
import { started } from '../../../../support/started.ts';
import { startShop } from '../../orders/shop.ts';
import { names, visit, type GatewayName } from '../gateways/support.ts';
const ANOTHER_COURSE = 33;

describe('POST /callback/{gateway}/notify', () => {
  const platform = started(startShop);
  let control: SandboxControl;
  let numbers = 0;

  before(async () => {
    control = new SandboxControl(platform.kernel.services.paymentSandbox.url!);
    // Disabled in the demo data.
    const admin = await platform.as('admin');
    await platform.api.patch('/api/settings/payment').set(admin).send({ llpayEnabled: true }).expect(200);
  });

  const notify = (name: string) => platform.api.post(`/api/callback/${name}/notify`);
  const gateway = (name: GatewayName): Gateway => platform.kernel.services.gateways.find(name)!;

  /** Begins a payment at a platform without a trade of the school. */
  const strange = async (name: GatewayName) => {
    const { paymentAddresses } = platform.kernel.services;
    const now = new Date();
    const payment: PaymentToBegin = {
      sn: `999${Date.now()}${String(++numbers).padStart(6, '0')}`,
      title: 'A',
      amount: 100,
      userId: '4',
      address: '127.0.0.1',
      openid: 'o',
      createdAt: now,
      expiresAt: new Date(now.getTime() + 60_000),
      notifyUrl: paymentAddresses.notifyUrl(name),
      returnUrl: paymentAddresses.returnUrl(),
    };
    await visit(await gateway(name).begin(payment));
    return payment;
  };

  /** Orders a course and begins to pay for it. */
  const trade = async (name: GatewayName, targetId: number) => {
    const teacher = await platform.as('teacher');
    const { sn } = (
      await platform.api.post('/api/orders').set(teacher).send({ targetType: 'course', targetId }).expect(200)
    ).body;
    const request = { gateway: name, type: 'purchase', orderSn: sn, openid: 'openid-of-the-teacher' };
    const { body } = await platform.api.post('/api/trades').set(teacher).send(request).expect(200);
    const { tradeSn, paymentForm, payUrl } = body as { tradeSn: string; paymentForm?: string; payUrl: string };
    const form = paymentForm ? (JSON.parse(paymentForm) as BegunPayment['form']) : undefined;
    await visit({ payUrl, ...(form && { form }) });
    const status = async () => (await platform.api.get(`/api/trades/${tradeSn}`).set(teacher).expect(200)).body.status;
    return { tradeSn, orderSn: sn as string, status };
  };

  it('refuses a wrong, forged or foreign report, and leaves the trade unpaid', async () => {
    const { tradeSn, status } = await trade('WechatPay_MWeb', ANOTHER_COURSE);
    const { amount } = (await control.find(tradeSn))!;
    for (const wrong of [
      { amount: amount - 1 },
      { amount: amount + 1 },
      { forged: true },
      { otherMerchant: true },
      { flip: 40 },
    ]) {
      const { receipts } = await control.pay(tradeSn, wrong);
      expect(receipts[0]!.status, JSON.stringify(wrong)).to.equal(400);
      expect(receipts[0]!.body).to.match(/^fail$|"FAIL"/);
      expect(await status()).to.equal('created');
    }
  });

  for (const name of names) {
    it(`answers ${name} in its format for an unknown trade or a forged report`, async () => {
      const { sn } = await strange(name);
      const { status, body, type } = gateway(name).answer(false);
      expect((await control.pay(sn)).receipts).to.deep.equal([{ status, body }]);
      const forged = await notify(name).type('text/plain').send('nothing').expect(status);
      expect(forged.headers['content-type']).to.equal(`${type}; charset=utf-8`);
      expect(forged.text).to.equal(body);
    });
  }

  it('acknowledges reports of failed payments', async () => {
    for (const name of names) {
      const { sn } = await strange(name);
      const { receipts } = await control.pay(sn, { unpaid: true });
      expect(receipts[0]!.status, name).to.equal(200);
    }
  });

  it('counts reports by outcome, for /metrics', async () => {
    const counted = async (outcome: string) => {
      const { text } = await platform.api.get('/metrics').expect(200);
      const [, count] =
        new RegExp(`^lectern_payment_notices_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text) ?? [];
      return Number(count);
    };
    const { tradeSn } = await trade('WechatPay_MWeb', ANOTHER_COURSE - 1);
    const wrong = (await control.find(tradeSn))!.amount + 1;
    for (const [outcome, how] of [
      ['forged', { forged: true }],
      ['wrong_amount', { amount: wrong }],
      ['paid', {}],
    ] as const) {
      const before = await counted(outcome);
      await control.pay(tradeSn, how);
      expect((await counted(outcome)) - before, outcome).to.equal(1);
    }
    expect(await counted('refunded_outside')).to.be.at.least(0);
  });

  it('answers 404, code 10, for other gateways', async () => {
    for (const name of ['Coin', 'Nobody', 'alipay_legacyexpress', '..%2Ftrades']) {
      const { body } = await notify(name).type('form').send('a=1').expect(404);
      expect(body.error.code, name).to.equal(10);
    }
  });

  it('accepts POST only, and rejects invalid bodies of any media type', async () => {
    await platform.api.get('/api/callback/Alipay_LegacyExpress/notify').expect(405);
    for (const type of ['application/json', 'image/png', 'application/x-www-form-urlencoded']) {
      const { text } = await notify('Alipay_LegacyExpress').type(type).send('{').expect(400);
      expect(text, type).to.equal('fail');
    }
    await notify('Alipay_LegacyExpress').expect(400);
  });

  it('asks the platform to repeat the report after an internal error', async () => {
    const { notices } = platform.kernel.services;
    const receive = notices.receive.bind(notices);
    notices.receive = () => Promise.reject(new Error('no database today'));
    try {
      const { sn } = await strange('WechatPay_Native');
      const { receipts } = await control.pay(sn, { amount: 100 });
      expect(receipts).to.deep.equal([{ status: 500, body: gateway('WechatPay_Native').answer(false).body }]);
    } finally {
      notices.receive = receive;
    }
    const lines = platform.logs.filter((one) => one.includes('no database today'));
    // Other platforms may still report payments of earlier tests.
    expect(lines.find((one) => one.includes('WechatPay_Native'))).to.include('"level":50');
  });

  it('logs a forged report as a warning, without its content', async () => {
    const before = platform.logs.length;
    await notify('Lianlian_Web').type('json').send({ no_order: 'tell-tale', sign: 'tell-tale' }).expect(400);
    const lines = platform.logs.slice(before);
    expect(lines.filter((line) => line.includes('"level":40') && line.includes('Lianlian_Web'))).to.have.length(1);
    expect(lines.join('')).not.to.include('tell-tale');
  });

  it('logs trade, order and request of a rejected report of Alipay and LianLian', async () => {
    for (const name of ['Alipay_LegacyExpress', 'Lianlian_Web'] as const) {
      const { tradeSn, orderSn } = await trade(name, ANOTHER_COURSE + 1);
      const before = platform.logs.length;
      await control.pay(tradeSn, { forged: true });
      const lines = platform.logs.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
      const refused = lines.find(({ msg }) => /was refused: the signature/.test(String(msg)));
      expect(refused).to.include({ gateway: name, tradeSn, orderSn }).and.have.property('reqId');
    }
  });

  it('logs the order of a payment with a wrong amount, and lists both', async () => {
    const { tradeSn, orderSn } = await trade('Alipay_LegacyExpress', ANOTHER_COURSE + 2);
    const before = platform.logs.length;
    await control.pay(tradeSn, { amount: 1 });
    const lines = platform.logs.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
    const refused = lines.find(({ outcome }) => outcome === 'wrong_amount');
    expect(refused).to.include({ tradeSn, orderSn }).and.have.property('reqId');
    await control.pay(tradeSn);
    const list = (query: string) => platform.api.get(`/api/payment_notices?${query}`);
    const manager = await platform.as('manager');
    const notices = async (query: string) => {
      const { body } = await list(query).set(manager).expect(200);
      return (body.data as Record<'outcome' | 'amount', string>[]).map(({ outcome, amount }) => `${outcome} ${amount}`);
    };
    const [paid, wrong] = await notices(`orderSn=${orderSn}`);
    expect([paid?.split(' ')[0], wrong]).to.deep.equal(['paid', 'wrong_amount 0.01']);
    expect(await notices(`tradeSn=${tradeSn}`)).to.deep.equal([paid, wrong]);
    expect(await notices(`orderSn=${orderSn}&outcome=wrong_amount`)).to.deep.equal([wrong]);
    expect(await notices(`orderSn=${orderSn}1`)).to.deep.equal([]);
    await list('').expect(401);
    await list('')
      .set(await platform.as('student'))
      .expect(403);
  });
});
