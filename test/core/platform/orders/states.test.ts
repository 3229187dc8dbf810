import { expect } from 'chai';
import { orderStates, type OrderStatus } from '../../../../core/platform/orders/states.ts';
import { rolledBack } from '../../../support/rolled_back.ts';
import { Shop, type Bought, type Buyer } from './shop.ts';
import { prepared } from '../../../support/started.ts';

const states = orderStates.names;
const nextOf = (from: OrderStatus) => states.filter((to) => to !== from && orderStates.allow(from, to));

/** The shortest way to each state. */
const ways: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  created: [],
  paying: ['paying'],
  closed: ['closed'],
  paid: ['paying', 'paid'],
  success: ['paying', 'paid', 'success'],
  fail: ['paying', 'paid', 'fail'],
  finished: ['paying', 'paid', 'success', 'finished'],
  refunding: ['paying', 'paid', 'refunding'],
  refunded: ['paying', 'paid', 'refunding', 'refunded'],
};

describe('States of an order', () => {
  let buyer: Buyer;
  let order: Bought;
  let resume: () => void;

  const shop = prepared(() => Shop.open());

  before(async () => {
    resume = shop.pauseDeliveries();
  });
  after(() => {
    resume();
    return shop.close();
  });
  beforeEach(async () => {
    buyer = await shop.buyer();
    order = await shop.order(buyer, 3);
  });

  /** Writes to the database directly. @returns `done`, or the violated constraint */
  async function write(sql: string, values: readonly unknown[] = []): Promise<string> {
    const { database } = shop.services;
    try {
      await database.transaction(() => database.raw(sql, values as never[]));
      return 'done';
    } catch (error) {
      const { constraint, message } = error as { constraint?: string; message: string };
      return constraint ?? message;
    }
  }

  /** Writes a step directly, checks it as at the end of a transaction, and rolls it back. */
  async function tryStep(to: OrderStatus): Promise<string> {
    const { database } = shop.services;
    try {
      await rolledBack(database.knex, async (trx) => {
        await trx.raw(stepSql, [to, order.id]);
        await trx.raw('set constraints all immediate');
      });
      return 'done';
    } catch (error) {
      const { constraint, message } = error as { constraint?: string; message: string };
      return constraint ?? message;
    }
  }

  /** Takes an order to a state by proper steps. */
  async function bring(one: Bought, to: OrderStatus): Promise<void> {
    const { database, orders, orderSteps } = shop.services;
    const [way, paid] = [ways[to], ways[to].includes('paid') && { coins: 0, cash: 30_00 }];
    if (way.length === 0) return;
    await database.transaction(async () => orderSteps.take(await orders.lock(one.sn), way, paid || undefined));
  }

  const step = (number: number) => `where order_id = ${order.id} and step = ${number}`;
  const stepsOf = async ({ id }: Bought) => {
    const rows = await shop.services.database.table('order_steps').where({ order_id: id }).orderBy('step');
    return rows.map(({ step, status }) => `${String(step)} ${String(status)}`);
  };

  it('are the same in the code and in the database', async () => {
    const { database } = shop.services;
    const rows = await database.table<{ from_status: string; to_status: string }>('order_transitions');
    const kept = rows.map(({ from_status: from, to_status: to }) => `${from} -> ${to}`);
    const known = states.flatMap((from) => nextOf(from).map((to) => `${from} -> ${to}`));
    expect(kept).to.have.members(known);
  });

  it('are all recorded', async () => {
    await bring(order, 'refunded');
    expect(await stepsOf(order)).to.deep.equal(['0 created', '1 paying', '2 paid', '3 refunding', '4 refunded']);
  });

  for (const from of states) {
    it(`after ${from} are ${nextOf(from).join(', ') || 'none'} in the database`, async () => {
      await bring(order, from);
      for (const to of states) {
        const outcome = await tryStep(to);
        const isLegal = nextOf(from).includes(to);
        expect(outcome === 'done', `${from} -> ${to}: ${outcome}`).to.equal(isLegal);
      }
    });
  }

  it('cannot be set without a step', async () => {
    await bring(order, 'paying');
    for (const status of ['paid', 'success', 'closed', 'created', 'moon']) {
      const paidAt = ['paid', 'success', 'moon'].includes(status) ? ', paid_at = now()' : '';
      const outcome = await write(`update orders set status = ?${paidAt} where id = ?`, [status, order.id]);
      expect(outcome, status).to.equal('orders_last_step');
    }
    expect(await write('update orders set step = 2 where id = ?', [order.id])).to.equal('orders_last_step');
    expect(await shop.stateOf(order)).to.equal('paying');
  });

  it('cannot be reverted', async () => {
    await bring(order, 'success');
    const back = `update orders set step = 2, status = 'paid' where id = ${order.id}`;
    const reopen = `update order_steps set last = true ${step(2)}`;
    expect(await write(back)).to.equal('orders_last_step');
    expect(
      await write(`update orders set step = 0, status = 'created', paid_at = null where id = ${order.id}`),
    ).to.equal('orders_last_step');
    expect(await write(reopen)).to.equal('order_steps_previous');
    expect(await write(`with reopened as (${reopen}) ${back}`)).to.equal('order_steps_previous');
    expect(await shop.stateOf(order)).to.equal('success');
  });

  it('cannot skip a step', async () => {
    const insert = `insert into order_steps (order_id, step, status, previous_step, previous_status, created_at, last)
      values (?, ?, ?, ?, ?, now(), true)`;
    const { id } = order;
    // From a state that the order never had, from a missing step, or without any.
    expect(await write(insert, [id, 1, 'paid', 0, 'paying'])).to.equal('order_steps_previous');
    expect(await write(insert, [id, 2, 'paid', 1, 'paying'])).to.equal('order_steps_previous');
    expect(await write(insert, [id, 2, 'paying', 0, 'created'])).to.equal('order_steps_chain');
    expect(await write(insert, [id, 1, 'paid', null, null])).to.equal('order_steps_chain');
    expect(await write(insert, [id, 0, 'paid', null, null])).to.equal('order_steps_chain');
    expect(await write(insert, [id, 1, 'paid', 0, null])).to.equal('order_steps_chain');
    expect(await write(insert, [id, 1, 'paid', null, 'paying'])).to.equal('order_steps_chain');
  });

  it('cannot branch', async () => {
    await bring(order, 'paying');
    const insert = `insert into order_steps (order_id, step, status, previous_step, previous_status, created_at, last)
      values (?, 1, 'closed', 0, 'created', now(), true)`;
    expect(await write(insert, [order.id])).to.equal('order_steps_pkey');
  });

  it('cannot be rewritten or deleted when another step follows', async () => {
    await bring(order, 'success');
    expect(await write(`update order_steps set status = 'closed' ${step(1)}`)).to.equal('order_steps_previous');
    expect(await write(`update order_steps set status = 'fail' ${step(3)}`)).to.equal('orders_last_step');
    expect(await write(`update order_steps set last = false ${step(3)}`)).to.equal('orders_last_step');
    expect(await write(`delete from order_steps ${step(3)}`)).to.equal('orders_last_step');
    expect(await write(`delete from order_steps where order_id = ${order.id}`)).to.equal('orders_last_step');
    expect(await stepsOf(order)).to.deep.equal(['0 created', '1 paying', '2 paid', '3 success']);
  });

  it('are consistent with the time of payment', async () => {
    expect(await write('update orders set paid_at = now() where id = ?', [order.id])).to.equal('orders_paid_at');
    await bring(order, 'paid');
    expect(await write('update orders set paid_at = null where id = ?', [order.id])).to.equal('orders_paid_at');
  });

  it('limit the paid amounts', async () => {
    const set = (change: string) => write(`update orders set ${change} where id = ?`, [order.id]);
    expect(await set('paid_coins = max_coins + 1')).to.match(/^orders_.*check/);
    expect(await set('paid_coins = -1')).to.match(/^orders_.*check/);
    expect(await set('paid_cash = total + 1')).to.match(/^orders_.*check/);
    expect(await set('authorised_coins = max_coins + 1')).to.equal('orders_authorised_coins');
    expect(await set('coupon_amount = 1')).to.equal('orders_coupon');
    expect(await set('total = -1')).to.match(/^orders_.*check/);
  });

  it('are checked by the code before the database', async () => {
    const { database, orders } = shop.services;
    const finish = database.transaction(async () => orders.move(await orders.lock(order.sn), 'finished'));
    const error: unknown = await finish.catch((one: unknown) => one);
    expect(error).to.be.instanceOf(Error).and.have.property('message').that.includes('cannot become finished');
  });

  it('change only for a caller that has locked the order', async () => {
    const { database, orders } = shop.services;
    const stale = await orders.get(order.sn);
    await bring(order, 'paying');
    const begin = database.transaction(() => orders.begin(stale));
    const error: unknown = await begin.catch((one: unknown) => one);
    expect(error).to.have.property('message').that.includes('lock the order before');
  });
});

/** The step that the database would have to accept, and the order with it. */
const stepSql = `
  with wanted as (select ?::text as to_status, ?::bigint as id), current as (
    select orders.id, step, status, to_status from orders join wanted using (id)
  ), passed as (
    update order_steps set last = false from current where order_id = id and order_steps.step = current.step
  ), taken as (
    insert into order_steps (order_id, step, status, previous_step, previous_status, last, created_at)
    select id, step + 1, to_status, step, status, true, now() from current
    returning order_id, step, status
  )
  update orders set status = taken.status, step = taken.step,
    paid_at = case when taken.status in ('created', 'paying', 'closed') then null else now() end
  from taken where id = taken.order_id`;
