import { expect } from 'chai';
import { GatewayAway, GatewayRefusal } from '../../../../../core/platform/payments/gateway.ts';
import { Counter, names, type GatewayName } from './support.ts';
import { started } from '../../../../support/started.ts';

const behaviours = ['away', 'slow', 'cut', 'redirect', 'huge', 'nonsense', 'forged'];

/** Texts of requests and answers; in the message of an error they would reach the log. */
const telling = /sign|BEGIN|openid|maintenance|http|xxxx|人工/i;

for (const name of ['Alipay_LegacyExpress', 'WechatPay_Native', 'Lianlian_Web'] as const) {
  describe(`${name}, while its platform fails,`, () => {
    const counter = started(() => Counter.open({ timeoutMs: 400 }));

    afterEach(() => counter.control.behave('well'));

    const failureOf = async (work: Promise<unknown>) => {
      const error = await work.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).to.be.instanceOf(Error);
      return error as Error;
    };

    for (const behaviour of behaviours) {
      it(`throws GatewayAway (${behaviour}), and works again later`, async () => {
        const gateway = counter.gateway(name);
        const { payment } = await counter.begin(name);
        const refund = { payment, refundSn: payment.sn, createdAt: payment.createdAt, notifyUrl: payment.notifyUrl };
        await counter.control.pay(payment.sn, { silent: true });
        await counter.control.behave(behaviour);
        // At once, to wait only once for a slow platform.
        const errors = await Promise.all([
          failureOf(gateway.ask(payment)),
          failureOf(gateway.close(payment)),
          failureOf(gateway.refund({ ...refund, paid: payment.amount, amount: payment.amount })),
        ]);
        for (const { name: kind, message } of errors) {
          expect(kind, message).to.equal('GatewayAway');
          const own = /not signed with the key|certificates? .*|the signature is wrong/g;
          expect(message.replaceAll(own, '')).not.to.match(telling);
        }
        await counter.control.behave('well');
        expect(await gateway.ask(payment)).to.include({ paid: true });
      });
    }
  });
}

describe('WeChat Pay, while it fails,', () => {
  const counter = started(() => Counter.open({ timeoutMs: 400 }));

  afterEach(() => counter.control.behave('well'));

  it('begins no payment', async () => {
    for (const behaviour of behaviours) {
      await counter.control.behave(behaviour);
      const wechat = names.filter((name) => name.startsWith('Wechat'));
      const begun = await Promise.all(wechat.map((name) => counter.begin(name).catch((error: unknown) => error)));
      for (const outcome of begun) expect(outcome, behaviour).to.be.instanceOf(GatewayAway);
    }
  });
});

describe('A payment platform', () => {
  const counter = started(() => Counter.open());

  const refusalOf = async (name: GatewayName, over: object) => {
    const error = await counter.begin(name, over).catch((thrown: unknown) => thrown);
    expect(error, name).to.be.instanceOf(GatewayRefusal);
    return (error as Error).message;
  };

  it('refuses another payment with the same number', async () => {
    const { payment } = await counter.begin('WechatPay_Native');
    expect(await refusalOf('WechatPay_Native', { ...payment, amount: 1 })).to.include('OUT_TRADE_NO_USED');
  });

  it('refuses a payment that was made already', async () => {
    const { payment } = await counter.begin('WechatPay_MWeb');
    await counter.control.pay(payment.sn);
    expect(await refusalOf('WechatPay_MWeb', payment)).to.include('ORDERPAID');
  });

  it('is not asked for a payment inside of WeChat without an openid', async () => {
    expect(await refusalOf('WechatPay_Js', { openid: undefined })).to.include('openid');
  });
});
