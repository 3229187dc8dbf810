import { AlipaySdk } from 'alipay-sdk';
import { expect } from 'chai';
import fc from 'fast-check';
import { signatureOf, sortedPairs, without } from '../../../../../../core/platform/payments/gateways/signing.ts';
import type { AlipayAccount } from '../../../../../../core/platform/payments/gateways/accounts.ts';
import { Counter } from '../support.ts';
import { anyAddress } from '../../../../../support/any_character.ts';
import { started } from '../../../../../support/started.ts';

const pem = (key: AlipayAccount['privateKey'], type: 'pkcs1' | 'spki') =>
  String(key.export({ type, format: 'pem' } as never));

describe('The library of Alipay', () => {
  const counter = started(() => Counter.open());
  let account: AlipayAccount;
  /** Signs as a merchant, and checks signatures of Alipay. */
  let ours: AlipaySdk;
  /** Checks signatures of the merchant. */
  let theirs: AlipaySdk;

  before(async () => {
    account = (await counter.accounts()).alipay;
    const { appId, privateKey, platformPublicKey, address: gateway } = account;
    const { createPublicKey } = await import('node:crypto');
    const keys = { appId, gateway, privateKey: pem(privateKey, 'pkcs1') };
    ours = new AlipaySdk({ ...keys, alipayPublicKey: pem(platformPublicKey, 'spki') });
    theirs = new AlipaySdk({ ...keys, alipayPublicKey: pem(createPublicKey(privateKey), 'spki') });
  });
  beforeEach(() => {
    counter.reports.length = 0;
    counter.messages.length = 0;
  });

  it('accepts forms and URLs of the gateway, for any title and addresses', async () => {
    const title = fc.string({ unit: 'grapheme', maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(title, anyAddress, async (given, returnUrl) => {
        for (const name of ['Alipay_LegacyExpress', 'Alipay_LegacyWap'] as const) {
          const payment = counter.payment(name, { title: given, returnUrl });
          const { payUrl, form } = await counter.gateway(name).begin(payment);
          expect(theirs.checkNotifySignV2({ ...form!.params })).to.equal(true);
          const query = Object.fromEntries(new URL(payUrl).searchParams);
          expect(query).to.deep.equal(form!.params);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('makes the same signatures', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(text, text, (subject, body) => {
        const url = ours.pageExecute('alipay.trade.page.pay', 'GET', {
          bizContent: {
            out_trade_no: '1',
            total_amount: '0.01',
            subject,
            body,
            product_code: 'FAST_INSTANT_TRADE_PAY',
          },
          notifyUrl: 'https://school.example/notify?a=1',
        });
        const params = Object.fromEntries(new URL(url).searchParams);
        const signed = sortedPairs(without(params, 'sign'));
        expect(signatureOf(signed, account.privateKey, 'RSA-SHA256')).to.equal(params['sign']);
      }),
      { numRuns: 50 },
    );
  });

  it('accepts the reports that the gateway reads', async () => {
    const { payment } = await counter.begin('Alipay_LegacyExpress', { title: '100 % "sure" + 1 = 2' });
    await counter.control.pay(payment.sn);
    expect(counter.reports[0]).to.include({ tradeSn: payment.sn, paid: true });
    const report = Object.fromEntries(new URLSearchParams(counter.messages[0]!.body.toString()));
    expect(ours.checkNotifySignV2(report)).to.equal(true);
    expect(ours.checkNotifySignV2({ ...report, total_amount: '0.01' })).to.equal(false);
  });

  it('pays, asks, closes and refunds at the sandbox, and accepts its answers', async () => {
    const { sn, amount, notifyUrl } = counter.payment('Alipay_LegacyExpress');
    const content = { out_trade_no: sn, subject: 'a', product_code: 'FAST_INSTANT_TRADE_PAY' };
    const url = ours.pageExecute('alipay.trade.page.pay', 'GET', {
      bizContent: { ...content, total_amount: (amount / 100).toFixed(2) },
      notifyUrl,
    });
    expect((await fetch(url, { redirect: 'manual' })).headers.get('location')).to.equal(`/payments/${sn}`);
    const ask = (method: string, more: object = {}) =>
      ours.exec(method, { bizContent: { out_trade_no: sn, ...more } }, { validateSign: true });
    expect(await ask('alipay.trade.query')).to.include({ code: '10000', tradeStatus: 'WAIT_BUYER_PAY' });
    await counter.control.pay(sn, { silent: true });
    const query = await ask('alipay.trade.query');
    expect(query).to.include({ code: '10000', tradeStatus: 'TRADE_SUCCESS', totalAmount: '1234.56' });
    expect(await ask('alipay.trade.close')).to.include({ code: '40004', subCode: 'ACQ.TRADE_STATUS_ERROR' });
    const refund = { refund_amount: '0.01', out_request_no: '1' };
    expect(await ask('alipay.trade.refund', refund)).to.include({ code: '10000', fundChange: 'Y' });
    expect(await ask('alipay.trade.refund', refund)).to.include({ code: '10000', fundChange: 'N' });
    await counter.control.behave('forged');
    const refused = await ask('alipay.trade.query').catch((error: unknown) => error);
    expect((refused as Error).message).to.include('验签失败');
    await counter.control.behave('well');
  });
});
