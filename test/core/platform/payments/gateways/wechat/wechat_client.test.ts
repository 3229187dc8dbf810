import { expect } from 'chai';
import { pairOf } from '../../../../../../core/platform/payments/sandbox/sandbox_keys.ts';
import { Counter } from '../support.ts';
import { started } from '../../../../../support/started.ts';

describe('WeChat Pay', () => {
  const counter = started(() => Counter.open());

  beforeEach(() => {
    counter.reports.length = 0;
  });

  it('answers with a code to scan only', async () => {
    const { begun, payment } = await counter.begin('WechatPay_Native');
    expect(begun).to.deep.equal({ payUrl: begun.payUrl, extra: { qrcodeUrl: begun.payUrl } });
    expect(begun.payUrl).to.match(new RegExp(`/payments/${payment.sn}$`));
  });

  it('leads the browser of a phone to the payment and back', async () => {
    const { begun, payment } = await counter.begin('WechatPay_MWeb', { address: '::ffff:192.0.2.1' });
    const { mwebUrl } = begun.extra!;
    const url = new URL(begun.payUrl);
    expect(url.searchParams.get('redirect_url')).to.equal(payment.returnUrl);
    url.search = '';
    expect(url.href).to.equal(mwebUrl);
  });

  it('accepts unchanged parameters of an invocation only', async () => {
    const { extra } = (await counter.begin('WechatPay_Js')).begun;
    expect(extra).to.have.keys('appId', 'timeStamp', 'nonceStr', 'package', 'signType', 'paySign');
    expect(await counter.control.invoke(extra!)).to.equal(true);
    for (const name of Object.keys(extra!)) {
      expect(await counter.control.invoke({ ...extra, [name]: `0${extra![name]}` }), name).to.equal(false);
    }
  });

  it('receives titles of at most 127 bytes, cut between characters', async () => {
    const { payment } = await counter.begin('WechatPay_Native', { title: `课${'程'.repeat(100)}` });
    const { title } = (await counter.control.find(payment.sn))!;
    expect(title).to.equal(`课${'程'.repeat(41)}`);
  });

  it('changes its certificates, which are fetched once a minute at most', async () => {
    const paid = async () => {
      const { payment } = await counter.begin('WechatPay_Native').catch(() => ({ payment: undefined }));
      if (!payment) return 'away';
      await counter.control.pay(payment.sn);
      return counter.reports.at(-1) instanceof Error ? 'refused' : 'read';
    };
    const started = Date.now();
    let later = 0;
    counter.clock.now = () => new Date(started + later);
    expect(await paid()).to.equal('read');
    await counter.control.changeCertificate();
    expect(await paid()).to.equal('away');
    later = 61_000;
    expect(await paid()).to.equal('read');
    await counter.control.changeCertificate();
    later = 90_000;
    expect(await paid()).to.equal('away');
    later = 123_000;
    expect(await paid()).to.equal('read');
  });
});

describe('Certificates of WeChat Pay', () => {
  const counter = started(() => Counter.open());

  it('are rejected without a valid signature', async () => {
    await counter.control.behave('forged');
    const error = await counter.begin('WechatPay_Native').catch((thrown: unknown) => thrown);
    expect((error as Error).message).to.include('the certificates of the platform are not authentic');
  });
});

describe('WeChat Pay with a public key instead of certificates', () => {
  const counter = started(() => Counter.open());

  it('sends reports that are read with the key of their id, without certificates', async () => {
    const { platformKey } = (await counter.accounts()).wechat;
    expect(platformKey).to.equal(undefined);
    const { publicKey } = await pairOf('wechat');
    const { payment } = await counter.begin('WechatPay_Native');
    await counter.control.pay(payment.sn);
    const serial = counter.messages.at(-1)!.headers['wechatpay-serial'] as string;
    const other = await Counter.open();
    const accounts = await other.accounts();
    const wechat = { ...accounts.wechat, address: 'http://127.0.0.1:1', platformKey: { serial, key: publicKey } };
    other.replaceAccounts({ ...accounts, wechat });
    const { headers, body } = counter.messages.at(-1)!;
    const header = (name: string) => headers[name] as string | undefined;
    const gateway = other.gateway('WechatPay_Native');
    expect(await gateway.read({ header, body })).to.include({ tradeSn: payment.sn, paid: true });
    const unknown = (name: string) => (name === 'wechatpay-serial' ? 'ABC' : header(name));
    const error = await gateway.read({ header: unknown, body }).catch((thrown: unknown) => thrown);
    expect((error as Error).name).to.equal('ForgedNotice');
    await other.close();
  });
});
