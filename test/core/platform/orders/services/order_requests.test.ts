import { expect } from 'chai';
import { until, type Bought, type Buyer } from '../shop.ts';
import { SlipShop } from '../../payments/slips.ts';
import { started } from '../../../../support/started.ts';

// Less than the time after which a long payment no longer counts.
const FRESH_MS = 200;

describe('Simultaneous payments', () => {
  const shop = started(() => SlipShop.open());
  let once: (...given: never[]) => Promise<unknown>;
  let settle: (...given: never[]) => Promise<void>;

  before(async () => {
    once = shop.services.idempotency.once.bind(shop.services.idempotency);
    settle = shop.services.events.settle.bind(shop.services.events);
  });
  afterEach(() => {
    Object.assign(shop.services.idempotency, { once });
    Object.assign(shop.services.events, { settle });
  });

  const ordered = async () => {
    const buyer = await shop.buyer({ coins: 100_00 });
    return { buyer, order: await shop.order(buyer, 1) };
  };
  const five = () => Promise.all(Array.from({ length: 5 }, ordered));
  const payAll = (orders: readonly { buyer: Buyer; order: Bought }[]) =>
    Promise.all(orders.map(({ buyer, order }) => shop.pay(buyer, order, '10.00')));

  it('are limited to the configured number, except for long ones', async () => {
    const orders = await five();
    const entered: number[] = [];
    const open: (() => void)[] = [];
    const held = async (...given: never[]) => {
      entered.push(performance.now());
      await new Promise<void>((resolve) => open.push(resolve));
      return once(...given);
    };
    Object.assign(shop.services.idempotency, { once: held });
    const answers = payAll(orders);
    await until(async () => open.length === orders.length);
    open.forEach((go) => go());
    await answers;
    const [first = 0, , , fourth = 0] = entered;
    expect(fourth - first).to.be.greaterThan(FRESH_MS);
  });

  it('do not wait for long deliveries', async () => {
    const orders = await five();
    const open: (() => void)[] = [];
    Object.assign(shop.services.events, { settle: () => new Promise<void>((resolve) => open.push(resolve)) });
    const answers = payAll(orders);
    await until(async () => open.length === orders.length);
    open.forEach((go) => go());
    await answers;
  });
});
