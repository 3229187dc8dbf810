import { expect } from 'chai';
import { GatewayRefusal } from '../../../../core/platform/payments/gateway.ts';
import { Counter, names } from './gateways/support.ts';
import { started } from '../../../support/started.ts';

for (const name of names) {
  describe(`The gateway ${name}`, () => {
    const counter = started(() => Counter.open());

    beforeEach(() => {
      counter.reports.length = 0;
    });

    const gateway = () => counter.gateway(name);

    it('leads the payer to the platform, and reads the report of the payment', async () => {
      const { payment } = await counter.begin(name);
      expect(await counter.control.find(payment.sn)).to.include({ state: 'waiting', amount: 123_456 });
      const { platformSn, receipts } = await counter.control.pay(payment.sn);
      expect(counter.reports).to.deep.equal([{ tradeSn: payment.sn, platformSn, paid: true, amount: 123_456 }]);
      const { status, body } = gateway().answer(true);
      expect(receipts).to.deep.equal([{ status, body }]);
    });

    it('asks the platform for the state of a payment', async () => {
      const { payment } = await counter.begin(name);
      expect(await gateway().ask(payment)).to.include({ tradeSn: payment.sn, paid: false });
      const { platformSn } = await counter.control.pay(payment.sn, { silent: true });
      const notice = { tradeSn: payment.sn, platformSn, paid: true, amount: 123_456 };
      expect(await gateway().ask(payment)).to.deep.equal(notice);
      expect(counter.reports).to.deep.equal([]);
    });

    it('finds no payment that was never begun, and closes nothing', async () => {
      const payment = counter.payment(name);
      expect(await gateway().ask(payment)).to.equal(undefined);
      await gateway().close(payment);
    });

    it('begins the same payment again', async () => {
      const { payment } = await counter.begin(name);
      await counter.begin(name, payment);
      await counter.control.pay(payment.sn);
      expect(counter.reports).to.have.length(1);
    });

    it('closes unpaid payments, and refuses to close paid ones', async () => {
      const open = (await counter.begin(name)).payment;
      await gateway().close(open);
      // LianLian ends payments by their deadline only.
      const ended = name.startsWith('Lianlian') ? 'waiting' : 'closed';
      expect((await counter.control.find(open.sn))!.state).to.equal(ended);
      await gateway().close(open);
      const paid = (await counter.begin(name)).payment;
      await counter.control.pay(paid.sn, { silent: true });
      const refused = await gateway()
        .close(paid)
        .catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(GatewayRefusal);
    });

    it('refunds once per number, in parts, and never more than was paid', async () => {
      const { payment } = await counter.begin(name);
      await counter.control.pay(payment.sn);
      const { notifyUrl } = payment;
      const refund = (refundSn: string, amount: number) =>
        gateway().refund({ payment, refundSn, amount, paid: payment.amount, createdAt: payment.createdAt, notifyUrl });
      await refund(`1${payment.sn}`, 100);
      await refund(`1${payment.sn}`, 100);
      await refund(`2${payment.sn}`, 123_356);
      const tooMuch = await refund(`3${payment.sn}`, 1).catch((error: unknown) => error);
      expect(tooMuch).to.be.instanceOf(GatewayRefusal);
      const { refunds } = (await counter.control.find(payment.sn))!;
      expect(refunds).to.deep.equal({ [`1${payment.sn}`]: 100, [`2${payment.sn}`]: 123_356 });
    });

    it('refuses to refund an unpaid payment', async () => {
      const { payment } = await counter.begin(name);
      const { sn: refundSn, amount, createdAt, notifyUrl } = payment;
      const refused = await gateway()
        .refund({ payment, refundSn, amount, paid: amount, createdAt, notifyUrl })
        .catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(GatewayRefusal);
    });

    it('accepts amounts from 0.01 to 100,000,000.00', async () => {
      for (const amount of [1, 10_000_000_000]) {
        const { payment } = await counter.begin(name, { amount });
        await counter.control.pay(payment.sn);
        expect(counter.reports.at(-1)).to.include({ tradeSn: payment.sn, amount });
      }
    });
  });
}
