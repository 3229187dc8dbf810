import { expect } from 'chai';
import fc from 'fast-check';
import { outcome, PAY_PASSWORD, WRONG_PASSWORD } from '../../orders/shop.ts';
import type { Counter } from './counter.ts';
import { deduction, type Coupon, type Goods, type Model, type ModelOrder, type ModelTrade } from './model.ts';

type Step = fc.AsyncCommand<Model, Counter>;
type Act = (model: Model, counter: Counter) => Promise<unknown>;

const course = (targetId: string, price: number, maxRate: number): Goods => ({
  targetType: 'course',
  targetId,
  price,
  maxRate,
});

/** Prices that a coupon covers, that coins may pay, and that coins may pay in part. */
export const goods: readonly Goods[] = [
  course('1', 10_00, 100),
  course('2', 20_00, 50),
  course('3', 3_00, 100),
  { targetType: 'classroom', targetId: '1', price: 25_00, maxRate: 100 },
];

const passwords = { right: { payPassword: PAY_PASSWORD }, wrong: { payPassword: WRONG_PASSWORD }, none: {} };
// Mostly the first, so that there are several orders for the same goods.
const someGoods = fc.oneof(
  { weight: 6, arbitrary: fc.constant(goods[0]!) },
  ...goods.slice(1).map((one) => fc.constant(one)),
);
const coupon = fc.constantFrom<Coupon | undefined>(undefined, undefined, 'minus', 'discount');
const password = fc.constantFrom('right', 'right', 'right', 'right', 'wrong', 'none');
/** Index of an order or a trade, counted from the newest. */
const back = fc.nat(3);
/** Paid share of the amount due, or one close to it. */
const share = fc.constantFrom(1, 1, 1, 0, 0.5, 1.01);
const authorised = fc.constantFrom(0, 0, 0, 0.5, 1, 1.01);

const money = (hundredths: number) => (hundredths / 100).toFixed(2);

class Command implements Step {
  constructor(
    private readonly text: string,
    private readonly mayRun: (model: Readonly<Model>) => boolean,
    private readonly act: Act,
  ) {}

  check(model: Readonly<Model>): boolean {
    return this.mayRun(model);
  }

  async run(model: Model, counter: Counter): Promise<void> {
    await this.act(model, counter);
  }

  toString(): string {
    return this.text;
  }
}

/** A command about one of the orders. */
function aboutOrder<T>(name: string, more: fc.Arbitrary<T>, act: (of: Of<ModelOrder, T>) => Promise<unknown>) {
  return fc.tuple(back, more).map(([steps, value]): Step => {
    const hasOrder = (model: Readonly<Model>) => model.orders.length > 0;
    return new Command(`${name} ${steps} back ${JSON.stringify(value)}`, hasOrder, (model, counter) =>
      act({ one: nthLast(model.orders, steps), value, model, counter }),
    );
  });
}

/** A command about one of the payments by Alipay, for orders or for coins. */
function aboutTrade<T>(
  type: ModelTrade['type'],
  more: fc.Arbitrary<T>,
  act: (of: Of<ModelTrade, T>) => Promise<unknown>,
) {
  return fc.tuple(back, more).map(([steps, value]): Step => {
    const such = (model: Readonly<Model>) => model.trades.filter((one) => one.type === type && one.cash > 0);
    const has = (model: Readonly<Model>) => such(model).length > 0;
    return new Command(`notice of ${type} ${steps} back ${JSON.stringify(value)}`, has, (model, counter) =>
      act({ one: nthLast(such(model), steps), value, model, counter }),
    );
  });
}

interface Of<One, T> {
  readonly one: One;
  readonly value: T;
  readonly model: Model;
  readonly counter: Counter;
}

function nthLast<T>(list: readonly T[], steps: number): T {
  return list[list.length - 1 - (steps % list.length)]!;
}

const nothing = fc.constant(null);
const always = () => true;

const preview = someGoods.map((one): Step => {
  return new Command(`preview ${one.targetType} ${one.targetId}`, always, async (model, counter) => {
    const { targetType, targetId } = one;
    const answer = await counter.post('/order_info', { targetType, targetId });
    expect(outcome(answer)).to.equal(model.owns(one) ? '400/20007' : '200');
    if (answer.status !== 200) return;
    const usable = (['minus', 'discount'] as const).filter((kind) => {
      return model.coupons[kind] === 'receive' && deduction(kind, one) > 0;
    });
    expect(answer.body.availableCoupons.map(({ code }: { code: string }) => code)).to.have.members(
      usable.map((kind) => counter.codeOf(kind)),
    );
    expect(answer.body.account.cash).to.equal(money(model.coins));
    expect(answer.body.maxCoin).to.equal(money((one.price * one.maxRate) / 100));
  });
});

const order = fc.tuple(someGoods, coupon, authorised, password).map(([one, kind, part, word]): Step => {
  const text = `order ${one.targetType} ${one.targetId} ${kind ?? ''} ${part} ${word}`;
  return new Command(text, always, async (model, counter) => {
    const { targetType, targetId, price, maxRate } = one;
    const coins = Math.round(part * Math.min((price * maxRate) / 100, price - (kind ? deduction(kind, one) : 0)));
    const coupons = kind ? { couponCode: counter.codeOf(kind) } : {};
    const body = { targetType, targetId, coinPayAmount: money(coins), ...coupons, ...passwords[word] };
    const answer = await counter.post('/orders', body);
    expect(outcome(answer)).to.equal(model.order({ goods: one, coupon: kind, coins, password: word }));
    if (answer.status === 200) await counter.bought(nthLast(model.orders, 0), answer.body);
  });
});

const byTrade = aboutOrder('trade', fc.record({ part: share, word: password, twice: fc.boolean() }), async (of) => {
  const { one, model, counter, value } = of;
  const { part, word, twice } = value;
  const coins = Math.round(part * one.due);
  const body = { gateway: 'Coin', type: 'purchase', orderSn: counter.snOf(one), coinAmount: money(coins) };
  const send = () => counter.post('/trades', { ...body, ...passwords[word] });
  const answers = await Promise.all(twice ? [send(), send()] : [send()]);
  const [expected] = answers.map(() => model.byTrade(one, { coins, password: word }));
  for (const answer of answers) expect(outcome(answer)).to.equal(expected);
  if (expected !== '200') return;
  expect(new Set(answers.map(({ body: told }) => told.tradeSn)).size).to.equal(1);
  await counter.paid(one, model);
});

const byPayCenter = aboutOrder('pay center', fc.constantFrom('coin', 'alipay', 'alipay'), async (of) => {
  const { one, value: payment, model, counter } = of;
  const body = { orderId: counter.snOf(one), targetType: one.goods.targetType, payment };
  const answer = await counter.post('/pay_center', body);
  expect(outcome(answer)).to.equal(model.byPayCenter(one, payment));
  if (answer.status !== 200) return;
  expect(answer.body.status).to.equal(one.state === 'created' ? 'created' : 'paid');
  await counter.paid(one, model);
});

const close = aboutOrder('close', nothing, async ({ one, model, counter }) => {
  expect(outcome(await counter.delete(`/orders/${counter.snOf(one)}`))).to.equal(model.close(one));
});

const refund = aboutOrder('refund', nothing, async ({ one, model, counter }) => {
  await counter.rememberPayment(one, model);
  const answer = await counter.refund(counter.snOf(one));
  expect(outcome(answer)).to.equal(model.refund(one));
  if (answer.status === 201) expect(answer.body.status).to.equal('done');
  await counter.delivered();
});

const recharge = fc.integer({ min: 1, max: 20_00 }).map((coins): Step => {
  return new Command(`recharge ${coins}`, always, async (model, counter) => {
    const body = { gateway: 'Alipay_LegacyExpress', type: 'recharge', coinAmount: money(coins) };
    const answer = await counter.post('/trades', body);
    expect(outcome(answer)).to.equal(model.recharge(coins));
    counter.began(nthLast(model.trades, 0), answer.body.tradeSn);
  });
});

/** The first payment, the same one again, another one for the same trade, and one of a wrong amount. */
const notice = (type: ModelTrade['type']) =>
  aboutTrade(type, fc.constantFrom('1', '1', '1', '2', 'wrong'), async ({ one, value, model, counter }) => {
    const told = { number: value === '2' ? '2' : '1', amount: one.cash + (value === 'wrong' ? -1 : 0) };
    expect(await counter.notice(one, told)).to.equal(model.notice(one, told));
    await counter.delivered();
  });

/** Days pass, or the platform is restarted, which takes a while and so is rare. */
const time = fc.nat(9).map((chance): Step => {
  if (chance > 1) return new Command('look', always, (model, counter) => counter.expectSame(model));
  return new Command(chance ? 'expire' : 'restart', always, async (model, counter) => {
    if (chance === 0) return counter.restart();
    model.expire();
    await counter.expire();
  });
});

const often = [order, order, order, byTrade, byPayCenter, byPayCenter, refund, notice('purchase'), notice('purchase')];

/** Actions of a buyer, one after the other. */
export const steps = fc.commands([preview, ...often, close, recharge, notice('recharge'), time], {
  maxCommands: 30,
  size: 'max',
});
