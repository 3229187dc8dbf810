import { expect } from 'chai';
import { ACCEPTED, SlipShop } from '../payments/slips.ts';
import { outcome, until, type Bought, type Buyer } from './shop.ts';
import { started } from '../../../support/started.ts';

const kinds = [
  { targetType: 'course', targetId: 1, price: '10.00', path: '/courses/1/members', service: 'courseMembers' },
  { targetType: 'classroom', targetId: 1, price: '25.00', path: '/classrooms/1/members', service: 'classroomMembers' },
] as const;

for (const { targetType, targetId, price, path, service } of kinds) {
  describe(`The delivery of a ${targetType}`, () => {
    const shop = started(() => SlipShop.open());
    let buyer: Buyer;
    let order: Bought;
    beforeEach(async () => {
      buyer = await shop.buyer({ coins: 100_00 });
      order = await shop.order(buyer, targetId, { targetType });
    });
    afterEach(() => shop.expectSound());

    const isMember = async () => {
      const { body } = await shop.get(`${path}?limit=100`, buyer).expect(200);
      return body.data.some(({ user }: { user: { id: string } }) => user.id === buyer.id);
    };
    const pay = () => shop.pay(buyer, order, price);
    const refund = async () => shop.post(`/orders/${order.sn}/refunds`, {}, await shop.known('manager'));

    /** Lets the next `times` deliveries fail. */
    function breakDeliveries(times: number): void {
      const members = shop.services[service];
      const admit = members.admit.bind(members);
      let left = times;
      members.admit = (id, userId) => {
        if (left-- > 0) throw new Error('Broken on purpose.');
        members.admit = admit;
        return admit(id, userId);
      };
    }

    it('is done when the payment is answered', async () => {
      expect(await isMember()).to.equal(false);
      await pay();
      expect(await isMember()).to.equal(true);
      expect(await shop.stateOf(order)).to.equal('success');
      const body = { targetType, targetId };
      expect(outcome(await shop.post('/order_info', body, buyer))).to.equal('400/20007');
    });

    it('follows a payment that a payment platform reports', async () => {
      const { tradeSn = '' } = await shop.begin(buyer, order);
      expect(await isMember()).to.equal(false);
      expect(await shop.report(tradeSn, Number(price) * 100)).to.equal(ACCEPTED);
      await until(isMember);
      await until(async () => (await shop.stateOf(order)) === 'success');
    });

    it('is retried after a failure', async () => {
      breakDeliveries(2);
      await pay();
      await until(async () => (await shop.stateOf(order)) === 'success');
      expect(await isMember()).to.equal(true);
    });

    it('marks the order as failed after the last attempt, until it is refunded', async () => {
      breakDeliveries(3);
      expect((await pay())['status']).to.equal('paid');
      await until(async () => (await shop.stateOf(order)) === 'fail');
      expect(await shop.read(buyer, order)).to.include({ status: 'paid', paidCoin: price });
      expect(await isMember()).to.equal(false);
      const { body } = await refund();
      expect(body).to.include({ status: 'done', coins: price });
      expect([await shop.stateOf(order), await shop.coinsOf(buyer)]).to.deep.equal(['refunded', 100_00]);
    });

    it('is undone by a refund', async () => {
      await pay();
      await refund();
      await until(async () => !(await isMember()));
      expect(await shop.read(buyer, order)).to.include({ status: 'refunded' });
      expect(await shop.coinsOf(buyer)).to.equal(100_00);
      order = await shop.order(buyer, targetId, { targetType });
      await pay();
      expect(await isMember(), 'bought again').to.equal(true);
    });

    it('does not happen after a refund', async () => {
      breakDeliveries(1);
      await pay();
      await refund();
      await until(async () => {
        const { rows } = await shop.services.database.raw(
          `select from event_deliveries join events on events.id = event_id
           where state = 'pending' and payload->>'orderSn' = ?`,
          [order.sn],
        );
        return rows.length === 0;
      });
      expect([await shop.stateOf(order), await isMember()]).to.deep.equal(['refunded', false]);
    });
  });
}
