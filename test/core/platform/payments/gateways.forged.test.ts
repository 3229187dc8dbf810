import { expect } from 'chai';
import fc from 'fast-check';
import { ForgedNotice, type Notice } from '../../../../core/platform/payments/gateway.ts';
import { Counter, names } from './gateways/support.ts';
import { started } from '../../../support/started.ts';

for (const name of names) {
  describe(`A report to ${name}`, () => {
    const counter = started(() => Counter.open());

    beforeEach(() => {
      counter.reports.length = 0;
      counter.messages.length = 0;
    });

    const gateway = () => counter.gateway(name);

    /** A genuine report of a payment. */
    const genuine = async () => {
      const { payment } = await counter.begin(name);
      await counter.control.pay(payment.sn);
      const { headers, body } = counter.messages.at(-1)!;
      const header = (one: string) => headers[one] as string | undefined;
      return { payment, headers, message: { header, body }, notice: counter.reports.at(-1) as Notice };
    };

    const outcomeOf = async (message: Parameters<ReturnType<typeof gateway>['read']>[0]) => {
      try {
        return await gateway().read(message);
      } catch (error) {
        if (error instanceof ForgedNotice) return 'forged';
        throw error;
      }
    };

    it('is rejected with a foreign signature, in the format of the platform', async () => {
      const { payment } = await counter.begin(name);
      const { receipts } = await counter.control.pay(payment.sn, { forged: true });
      expect(counter.reports[0]).to.be.instanceOf(ForgedNotice);
      const { status, body } = gateway().answer(false);
      expect(receipts).to.deep.equal([{ status, body }]);
    });

    it('is rejected when it was signed for another merchant', async () => {
      const { payment } = await counter.begin(name);
      await counter.control.pay(payment.sn, { otherMerchant: true });
      expect(counter.reports[0]).to.be.instanceOf(ForgedNotice);
    });

    it('is read with the amount and the trade that it names', async () => {
      const { payment } = await counter.begin(name);
      await counter.control.pay(payment.sn, { amount: 1 });
      await counter.control.pay(payment.sn, { sn: '2026000000000000001' });
      expect(counter.reports[0]).to.include({ tradeSn: payment.sn, amount: 1 });
      expect(counter.reports[1]).to.include({ tradeSn: '2026000000000000001', amount: payment.amount });
    });

    it('is rejected after the change of any byte, or read the same', async () => {
      const { message, notice } = await genuine();
      const change = fc.record({ at: fc.nat(message.body.length - 1), byte: fc.integer({ min: 1, max: 255 }) });
      await fc.assert(
        fc.asyncProperty(change, async ({ at, byte }) => {
          const body = Buffer.from(message.body);
          body[at]! ^= byte;
          const outcome = await outcomeOf({ ...message, body });
          if (outcome !== 'forged') expect(outcome).to.deep.equal(notice);
        }),
        { numRuns: 150 },
      );
    });

    it('is rejected when it is cut, extended or replaced', async () => {
      const { message } = await genuine();
      const bodies = [
        Buffer.alloc(0),
        message.body.subarray(0, -1),
        Buffer.concat([message.body, Buffer.from('&total_amount=0.01')]),
        Buffer.concat([message.body, Buffer.from('}')]),
        Buffer.from('{}'),
        Buffer.from('[]'),
        Buffer.from('null'),
        Buffer.from('sign=&sign_type=RSA2'),
        Buffer.from([0xff, 0xfe]),
      ];
      for (const body of bodies) expect(await outcomeOf({ ...message, body }), body.toString()).to.equal('forged');
    });

    if (name.startsWith('Wechat')) return;
    it('is rejected with hundreds of fields, before its signature is checked', async () => {
      const fields = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`field${index}`, '1']));
      const text = name.startsWith('Alipay') ? new URLSearchParams(fields).toString() : JSON.stringify(fields);
      const read = gateway().read({ header: () => undefined, body: Buffer.from(text) });
      const refused: unknown = await read.catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(ForgedNotice).with.property('message').that.includes('too many fields');
    });
  });
}

describe('A report to WeChat Pay', () => {
  const counter = started(() => Counter.open());

  beforeEach(() => {
    counter.reports.length = 0;
  });

  const headers = ['wechatpay-serial', 'wechatpay-timestamp', 'wechatpay-nonce', 'wechatpay-signature'];

  it('is rejected when a header is missing or changed', async () => {
    const { payment } = await counter.begin('WechatPay_Native');
    await counter.control.pay(payment.sn);
    const { headers: given, body } = counter.messages.at(-1)!;
    for (const name of headers) {
      for (const value of [undefined, '', 'x', `${given[name] as string}0`, `0${given[name] as string}`]) {
        const header = (one: string) => (one === name ? value : (given[one] as string | undefined));
        const read = counter.gateway('WechatPay_Native').read({ header, body });
        const error = await read.catch((thrown: unknown) => thrown);
        expect(error, `${name}: ${value}`).to.be.instanceOf(ForgedNotice);
      }
    }
  });

  it('is rejected when it was signed more than five minutes ago, or in the future', async () => {
    for (const [secondsOld, fits] of [
      [290, true],
      [310, false],
      [-290, true],
      [-310, false],
    ] as const) {
      const { payment } = await counter.begin('WechatPay_Native');
      await counter.control.pay(payment.sn, { secondsOld });
      if (fits) expect(counter.reports.at(-1)).to.include({ tradeSn: payment.sn, paid: true });
      else expect(counter.reports.at(-1)).to.be.instanceOf(ForgedNotice);
    }
  });
});
