import { expect } from 'chai';
import { outcome, until, type Bought, type Buyer } from '../../orders/shop.ts';
import { SandboxControl } from '../../../../support/sandbox_control.ts';
import { prepared, started } from '../../../../support/started.ts';
import { SlipShop } from '../slips.ts';

const PRICE = 10_00;
const ALIPAY = 'Alipay_LegacyExpress';

describe('Late reports, refunds and deliveries', () => {
  const shop = started(() => SlipShop.open());
  let buyer: Buyer;

  const manager = prepared(() => shop.known('manager'));

  beforeEach(async () => {
    buyer = await shop.buyer({ coins: PRICE });
  });
  afterEach(() => shop.expectSound());

  const isMember = async () => {
    const where = { user_id: buyer.id, course_id: 1 };
    return (await shop.services.database.table('course_members').where(where).first('id')) !== undefined;
  };
  const refund = (order: Bought) => shop.post(`/orders/${order.sn}/refunds`, {}, manager);
  const cash = () =>
    shop.sum(`select balance as sum from audit_accounts where kind = 'cash' and user_id = ${buyer.id}`);

  /** Begins to pay an order by Alipay. @returns a function that reports the payment */
  async function begin(order: Bought): Promise<() => Promise<string>> {
    const body = { gateway: ALIPAY, type: 'purchase', orderSn: order.sn };
    const { body: trade } = await shop.post('/trades', body, buyer).expect(200);
    const notice = { tradeSn: trade.tradeSn, platformSn: `P${order.sn}`, paid: true, amount: PRICE };
    return () => shop.services.notices.receive(ALIPAY, notice);
  }

  it('credit a repeated report once, even when the goods can be bought again', async () => {
    const [first, second] = [await shop.order(buyer, 1), await shop.order(buyer, 1)];
    const report = await begin(first);
    await shop.pay(buyer, second, PRICE / 100);
    expect(await report()).to.equal('accepted');
    expect([await shop.stateOf(first), await cash()]).to.deep.equal(['paying', PRICE]);
    expect(outcome(await refund(second))).to.equal('201');
    await until(async () => !(await isMember()));
    expect(await report()).to.equal('accepted');
    expect([await shop.stateOf(first), await cash()]).to.deep.equal(['paying', PRICE]);
    await shop.place.api.delete(`/api/orders/${first.sn}`).set(buyer.headers).expect(200);
  });

  it('deliver an order whose refund the platform refused before the delivery', async () => {
    const resumeDeliveries = shop.pauseDeliveries();
    const order = await shop.order(buyer, 1);
    expect(await (await begin(order))()).to.equal('accepted');
    // The platform does not know the payment, and refuses the refund.
    expect((await refund(order)).body).to.include({ status: 'failed' });
    expect([await shop.stateOf(order), await isMember()]).to.deep.equal(['success', false]);
    resumeDeliveries();
    await until(isMember);
    expect(await shop.stateOf(order)).to.equal('success');
  });

  it('deliver an order whose refund the platform refuses after the delivery was due', async () => {
    const resumeDeliveries = shop.pauseDeliveries();
    const order = await shop.order(buyer, 1);
    expect(await (await begin(order))()).to.equal('accepted');
    const control = new SandboxControl(shop.services.paymentSandbox.url!);
    await control.behave('away');
    expect((await refund(order)).body).to.include({ status: 'running' });
    await control.behave('well');
    resumeDeliveries();
    const untried = `select count(*) as sum from event_deliveries where state = 'pending' and attempts = 0`;
    await until(async () => (await shop.sum(untried)) === 0);
    const resumeRetries = shop.pauseDeliveries();
    expect([await shop.stateOf(order), await isMember()]).to.deep.equal(['refunding', false]);
    await shop.services.refunds.run();
    resumeRetries();
    await until(isMember);
    expect(await shop.stateOf(order)).to.equal('success');
  });
});
