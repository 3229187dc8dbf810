import { expect } from 'chai';
import { pairOf, signedBy, sourceOf } from '../../../../core/platform/payments/sandbox/sandbox_keys.ts';
import { Counter } from './gateways/support.ts';
import { started } from '../../../support/started.ts';

describe('Messages to and from payment platforms', () => {
  const counter = started(() => Counter.open());

  beforeEach(() => {
    counter.reports.length = 0;
  });

  it('name product, deadline and addresses of a payment by Alipay', async () => {
    const expiresAt = new Date('2026-12-01T00:00:00Z');
    for (const [name, method, product] of [
      ['Alipay_LegacyExpress', 'alipay.trade.page.pay', 'FAST_INSTANT_TRADE_PAY'],
      ['Alipay_LegacyWap', 'alipay.trade.wap.pay', 'QUICK_WAP_WAY'],
    ] as const) {
      const payment = counter.payment(name, { expiresAt, title: 'a/b=c&d' });
      const { params, action } = (await counter.gateway(name).begin(payment)).form!;
      expect(action).to.match(/\/gateway\.do\?charset=utf-8$/);
      const { notifyUrl: notify_url, returnUrl: return_url } = payment;
      expect(params).to.include({ method, notify_url, return_url, sign_type: 'RSA2', version: '1.0', format: 'JSON' });
      expect(JSON.parse(params['biz_content']!)).to.deep.equal({
        out_trade_no: payment.sn,
        total_amount: '1234.56',
        subject: 'a b c d',
        product_code: product,
        time_expire: '2026-12-01 08:00:00',
        ...(name === 'Alipay_LegacyWap' && { quit_url: return_url }),
      });
    }
  });

  it('are forms of fields, or of one field with all others, for LianLian', async () => {
    const createdAt = new Date('2026-12-01T00:00:00Z');
    const expiresAt = new Date('2026-12-01T01:30:30Z');
    const over = { createdAt, expiresAt, title: '课'.repeat(50), address: '192.0.2.7' };
    const web = counter.payment('Lianlian_Web', over);
    const { params, method } = (await counter.gateway('Lianlian_Web').begin(web)).form!;
    expect(method).to.equal('POST');
    const fields = { no_order: web.sn, dt_order: '20261201080000', money_order: '1234.56', valid_order: '90' };
    expect(params).to.include({ ...fields, name_goods: '课'.repeat(40), userreq_ip: '192_0_2_7', user_id: '4' });
    expect(JSON.parse(params['risk_item']!)).to.include({ frms_ware_category: '1999', frms_ip_addr: '192.0.2.7' });
    const wap = counter.payment('Lianlian_Wap', { ...over, address: '::1' });
    const { req_data: data } = (await counter.gateway('Lianlian_Wap').begin(wap)).form!.params;
    expect(JSON.parse(data!)).to.include({ ...fields, no_order: wap.sn, app_request: '3' });
    expect(JSON.parse(data!)).not.to.have.property('userreq_ip');
  });

  it('are ignored when they report no payment', async () => {
    const { alipay, lianlian } = await counter.accounts();
    const contract = {
      app_id: alipay.appId,
      seller_id: alipay.sellerId!,
      notify_type: 'dut_user_sign',
      charset: 'utf-8',
    };
    const alipaySign = signedBy((await pairOf('alipay')).privateKey, 'sha256', sourceOf(contract));
    const signed = new URLSearchParams({ ...contract, sign: alipaySign, sign_type: 'RSA2' });
    const refund = { oid_partner: lianlian.merchantId, no_refund: '1', sta_refund: '2', sign_type: 'RSA' };
    const lianlianSign = signedBy((await pairOf('lianlian')).privateKey, 'md5', sourceOf(refund));
    const header = () => undefined;
    const readAlipay = counter.gateway('Alipay_LegacyWap').read({ header, body: Buffer.from(signed.toString()) });
    expect(await readAlipay).to.equal(undefined);
    const body = Buffer.from(JSON.stringify({ ...refund, sign: lianlianSign }));
    expect(await counter.gateway('Lianlian_Wap').read({ header, body })).to.equal(undefined);
  });

  it('are rejected when they report a payment incompletely', async () => {
    const { alipay } = await counter.accounts();
    const whole = {
      app_id: alipay.appId,
      seller_id: alipay.sellerId!,
      notify_type: 'trade_status_sync',
      out_trade_no: '1',
      trade_no: '2',
      trade_status: 'TRADE_SUCCESS',
      total_amount: '1.00',
    };
    const { privateKey } = await pairOf('alipay');
    const read = (fields: Record<string, string>) => {
      const sign = signedBy(privateKey, 'sha256', sourceOf(fields));
      const body = Buffer.from(new URLSearchParams({ ...fields, sign, sign_type: 'RSA2' }).toString());
      return counter.gateway('Alipay_LegacyExpress').read({ header: () => undefined, body });
    };
    expect(await read(whole)).to.include({ tradeSn: '1', paid: true });
    expect(await read({ ...whole, trade_status: 'TRADE_FINISHED' })).to.include({ paid: true });
    expect(await read({ ...whole, trade_status: 'TRADE_CLOSED' })).to.include({ paid: false });
    const poor = ['out_trade_no', 'trade_no', 'trade_status', 'total_amount'].map((name) => ({ ...whole, [name]: '' }));
    for (const fields of [...poor, { ...whole, total_amount: '1.005' }, { ...whole, seller_id: '2088' }]) {
      const error = await read(fields).catch((thrown: unknown) => thrown);
      expect((error as Error).name, JSON.stringify(fields)).to.equal('ForgedNotice');
    }
  });
});
