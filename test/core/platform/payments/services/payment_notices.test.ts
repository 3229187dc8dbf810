import { createSign } from 'node:crypto';
import { expect } from 'chai';
import type { BegunPayment } from '../../../../../core/platform/payments/gateway.ts';
import { pairOf } from '../../../../../core/platform/payments/sandbox/sandbox_keys.ts';
import { alipayMerchant } from '../../../../../core/platform/payments/sandbox/alipay_simulator.ts';
import { SandboxControl } from '../../../../support/sandbox_control.ts';
import { started } from '../../../../support/started.ts';
import { startShop, until } from '../../orders/shop.ts';
import { visit, type GatewayName } from '../gateways/support.ts';

const FIRST_COURSE = 25;
const gbk = gbkEncoder();

describe('Reports of payment platforms', () => {
  const platform = started(startShop);
  let control: SandboxControl;
  let course = FIRST_COURSE;

  before(async () => {
    control = new SandboxControl(platform.kernel.services.paymentSandbox.url!);
  });

  /** Orders a course and begins to pay for it. */
  const trade = async (name: GatewayName) => {
    const teacher = await platform.as('teacher');
    const order = { targetType: 'course', targetId: course++ };
    const { sn: orderSn } = (await platform.api.post('/api/orders').set(teacher).send(order).expect(200)).body;
    const request = { gateway: name, type: 'purchase', orderSn };
    const { body } = await platform.api.post('/api/trades').set(teacher).send(request).expect(200);
    const { tradeSn, payUrl, paymentForm } = body as { tradeSn: string; payUrl: string; paymentForm?: string };
    await visit({ payUrl, ...(paymentForm && { form: JSON.parse(paymentForm) as NonNullable<BegunPayment['form']> }) });
    const { amount } = (await control.find(tradeSn))!;
    return { tradeSn, orderSn: orderSn as string, amount };
  };
  const reports = async (orderSn: string) => {
    const list = platform.api.get(`/api/payment_notices?orderSn=${orderSn}`).set(await platform.as('manager'));
    const { data } = (await list.expect(200)).body as { data: Record<'outcome' | 'amount', string>[] };
    return data.map(({ outcome, amount }) => `${outcome} ${amount}`).toReversed();
  };
  const refund = async (orderSn: string) =>
    (
      await platform.api
        .post(`/api/orders/${orderSn}/refunds`)
        .set(await platform.as('manager'))
        .send({})
        .expect(201)
    ).body;
  const notify = (body: string) =>
    platform.api.post('/api/callback/Alipay_LegacyExpress/notify').type('application/x-www-form-urlencoded').send(body);

  /** A report of Alipay in a charset; signed as received, before percent-encoding. */
  const alipayReport = async (more: Record<string, string>, encoded: (text: string) => Buffer) => {
    const fields: Record<string, string> = {
      notify_type: 'trade_status_sync',
      app_id: alipayMerchant.appId,
      seller_id: alipayMerchant.sellerId,
      trade_status: 'TRADE_SUCCESS',
      trade_no: '2026112822001',
      ...more,
    };
    const names = Object.keys(fields).toSorted();
    const { privateKey } = await pairOf('alipay');
    const text = encoded(names.map((name) => `${name}=${fields[name]}`).join('&'));
    const sign = createSign('sha256').update(text).sign(privateKey, 'base64');
    const escaped = (name: string) =>
      Array.from(encoded(fields[name]!))
        .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
        .join('');
    const pairs = names.map((name) => `${name}=${escaped(name)}`);
    return [...pairs, 'sign_type=RSA2', `sign=${encodeURIComponent(sign)}`].join('&');
  };

  it('accepts a report of Alipay in the charset that it names', async () => {
    const { tradeSn, orderSn, amount } = await trade('Alipay_LegacyExpress');
    const paid = { out_trade_no: tradeSn, total_amount: (amount / 100).toFixed(2), subject: '学习课程 “一”' };
    const report = await alipayReport({ ...paid, charset: 'GBK' }, gbk);
    expect((await notify(report.replace('%d1%a7', '%d1%a8')).expect(400)).text, 'a changed title').to.equal('fail');
    expect((await notify(report).expect(200)).text).to.equal('success');
    expect(await reports(orderSn)).to.deep.equal([`paid ${(amount / 100).toFixed(2)}`]);
  });

  it('refuses a signed report that is not in the charset that it names', async () => {
    const subject = { out_trade_no: '1'.repeat(20), total_amount: '1.00', subject: '课' };
    for (const charset of ['utf-8', 'klingon']) {
      const before = platform.logs.length;
      await notify(await alipayReport({ ...subject, charset }, gbk)).expect(400);
      expect(platform.logs.slice(before).join(''), charset).to.include(`not in the charset that it names (${charset})`);
    }
  });

  it('records refunds made at the site of Alipay, and requests only the rest', async () => {
    const { tradeSn, orderSn, amount } = await trade('Alipay_LegacyExpress');
    await control.pay(tradeSn);
    const before = platform.logs.length;
    for (const part of [100, 250])
      expect((await control.refund(tradeSn, part)).receipts).to.deep.equal([{ status: 200, body: 'success' }]);
    await control.replay(tradeSn);
    const paid = `paid ${(amount / 100).toFixed(2)}`;
    const outside = ['refunded_outside 1.00', 'refunded_outside 2.50'];
    expect(await reports(orderSn)).to.deep.equal([paid, ...outside]);
    const lines = platform.logs.slice(before).filter((line) => line.includes('at the site of its payment platform'));
    expect(lines.join('')).to.include(orderSn).and.include('refund the order');
    expect(lines).to.have.length(2);

    expect(await refund(orderSn)).to.include({ status: 'done', cash: (amount / 100).toFixed(2) });
    const { refunds } = (await control.find(tradeSn))!;
    expect(Object.values(refunds).reduce((sum, one) => sum + one, 0)).to.equal(amount);
    await until(async () => (await reports(orderSn)).length === 3);
  });

  it('does not record a refund of its own', async () => {
    const { tradeSn, orderSn, amount } = await trade('Alipay_LegacyExpress');
    await control.pay(tradeSn);
    const { sn } = await refund(orderSn);
    const total = (amount / 100).toFixed(2);
    const own = { out_trade_no: tradeSn, total_amount: total, refund_fee: total, out_biz_no: sn, charset: 'utf-8' };
    await notify(await alipayReport({ ...own, trade_status: 'TRADE_CLOSED' }, (text) => Buffer.from(text))).expect(200);
    expect(await reports(orderSn)).to.deep.equal([`paid ${total}`]);
  });

  it('refunds an order whose whole payment was refunded at the site of WeChat Pay', async () => {
    const { tradeSn, orderSn, amount } = await trade('WechatPay_Native');
    await control.pay(tradeSn);
    await control.refund(tradeSn, amount);
    expect((await reports(orderSn)).at(-1)).to.equal(`refunded_outside ${(amount / 100).toFixed(2)}`);
    expect(await refund(orderSn)).to.include({ status: 'done' });
    expect(Object.values((await control.find(tradeSn))!.refunds)).to.deep.equal([amount]);
  });
});

/** Encodes text in GBK; Node decodes this charset only. */
function gbkEncoder(): (text: string) => Buffer {
  const decoder = new TextDecoder('gbk');
  const bytes = new Map<string, readonly number[]>();
  for (let first = 0x81; first <= 0xfe; first++)
    for (let second = 0x40; second <= 0xfe; second++)
      bytes.set(decoder.decode(Uint8Array.of(first, second)), [first, second]);
  return (text) => Buffer.from(Array.from(text).flatMap((one) => bytes.get(one) ?? [one.charCodeAt(0)]));
}
