import { expect } from 'chai';
import fc from 'fast-check';
import { until, type Bought, type Buyer } from '../orders/shop.ts';
import { authorisation, COURSES, ShopServers, PRICE, type Answer, type Asked } from './servers/shop_servers.ts';
import { started } from '../../../support/started.ts';

const ROUNDS = 3;
const CLIENTS = 20;
const COINS = 500 * PRICE;
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

const recharge: Asked = {
  path: '/trades',
  body: { gateway: 'Alipay_LegacyExpress', type: 'recharge', coinAmount: 5 },
};

/** A request, and its answer if there was one. */
interface Sent {
  readonly buyer: Buyer;
  readonly asked: Asked;
  answer?: Answer;
}

describe(`A server that is killed while ${CLIENTS} clients buy (seed ${seed})`, function () {
  this.timeout(300_000);
  const servers = started(() => ShopServers.open(0));

  const moments = fc.sample(fc.noBias(fc.nat(1_500)), { seed, numRuns: ROUNDS });
  for (const [round, moment] of moments.entries()) {
    it(`neither loses nor repeats a payment when it is killed ${moment} ms after the first one`, async () => {
      await servers.serve();
      const buyers = await Promise.all(Array.from({ length: CLIENTS }, () => servers.shop.buyer({ coins: COINS })));
      const sent: Sent[] = [];
      const clients = buyers.map((buyer) => buy(buyer, { sent, round }));
      await until(async () => sent.filter(isPayment).some(({ answer }) => answer));
      await new Promise((resolve) => setTimeout(resolve, moment));
      await servers.kill();
      await Promise.all(clients);
      const open = sent.filter(({ answer }) => !answer);
      expect(open, 'requests that were not answered').not.to.be.empty;
      await servers.serve();
      // One repetition with the same key tells the outcome of each.
      await Promise.all(open.map((one) => send(one)));
      for (const { answer, asked } of sent) expect(answer?.outcome, JSON.stringify(asked)).to.equal('200');
      for (const buyer of buyers) await expectDone(buyer, sent);
      await servers.shop.expectSound();
      await servers.kill();
    });
  }

  async function send(one: Sent): Promise<void> {
    one.answer = await servers.ask(one.buyer, one.asked);
  }

  /** Buys months of a membership and courses in turn, and coins now and then, until the server is gone. */
  async function buy(buyer: Buyer, { sent, round }: { sent: Sent[]; round: number }): Promise<void> {
    const ask = async (asked: Asked): Promise<Answer> => {
      const one: Sent = { buyer, asked: { ...asked, key: `${round}-${sent.length}` } };
      sent.push(one);
      await send(one);
      return one.answer!;
    };
    try {
      for (let index = 0; ; index++) {
        const goods = goodsOf(index);
        const { body: order } = await ask({ path: '/orders', body: { ...goods, ...authorisation } });
        const isTrade = index % 4 < 2;
        const atCenter = () => servers.byPayCenter(order as Bought, 'coin', goods.targetType);
        await ask(isTrade ? servers.byTrade(order as Bought) : atCenter());
        if (index % 3 === 0) await ask(recharge);
      }
    } catch {
      // The server is gone; what was sent last has no answer.
    }
  }

  /** Expects each payment once, and each paid order delivered once. */
  async function expectDone(buyer: Buyer, all: readonly Sent[]): Promise<void> {
    const sent = all.filter((one) => one.buyer === buyer);
    const payments = sent.filter(isPayment);
    const recharges = sent.filter(({ asked }) => asked.body === recharge.body);
    const orders = sent.length - payments.length - recharges.length;
    const { database } = servers.services;
    const { id } = buyer;
    expect(await servers.count('orders', { user_id: id })).to.equal(orders);
    expect(await servers.count('trades', { user_id: id, status: 'paid' })).to.equal(payments.length);
    expect(await servers.count('trades', { user_id: id, type: 'recharge' })).to.equal(recharges.length);
    expect(await servers.balance(buyer, 'coin')).to.equal(COINS - payments.length * PRICE);
    const states = () => database.table<{ status: string }>('orders').where({ user_id: id } as object);
    const isDelivered = async () => (await states()).every(({ status }) => ['created', 'success'].includes(status));
    await until(isDelivered);
    const delivered = (await states()).filter(({ status }) => status === 'success');
    expect(delivered).to.have.length(payments.length);
    expect(await handedOver(id)).to.equal(payments.length);
  }

  async function handedOver(id: string): Promise<number> {
    const where = { user_id: id };
    return (await servers.count('course_members', where)) + (await servers.count('vip_member_history', where));
  }
});

function isPayment({ asked }: Sent): boolean {
  return asked.path !== '/orders' && asked.body !== recharge.body;
}

function goodsOf(index: number) {
  const isCourse = index % 2 === 1 && index < 2 * COURSES;
  if (isCourse) return { targetType: 'course', targetId: (index + 1) / 2 };
  return { targetType: 'vip', targetId: 1, unit: 'month', num: 1 };
}
