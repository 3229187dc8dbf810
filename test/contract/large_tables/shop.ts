import { BEFORE, id, other, owner, past, serial, STUDENT, text, wordOf, type Rows } from './rows.ts';

const order = serial(71);
const trade = serial(72);
const created_at = past;
const gateway = wordOf({ WechatPay_Native: 60, Alipay_LegacyExpress: 34, Coin: 5, Lianlian_Web: 1 }, 'n % 101');
const day = `interval '1 day'`;

/** Tables of orders and money. */
export const shop: Readonly<Record<string, Rows>> = {
  accounts: {
    thousands: 150,
    columns: {
      id,
      user_id: id,
      kind: `case when n % 2 = 0 then 'coin' else 'cash' end`,
      balance: 'case when n % 4 = 1 then 0 else n end',
    },
  },
  ledger_transactions: {
    thousands: 125,
    columns: { id, reason: text('purchase'), order_sn: order, trade_sn: trade, created_at },
  },
  ledger_entries: {
    thousands: 250,
    columns: {
      transaction_id: `${BEFORE} + (n + 1) / 2`,
      movement: '1',
      account_id: `case when n % 499 = 0 then
        coalesce((select id from accounts where user_id = ${STUDENT} and kind = 'coin'), ${BEFORE} + 2)
        else ${other(150)} end`,
      kind: text('coin'),
      amount: 'case when n % 2 = 0 then n - 1 else -n end',
      created_at,
    },
  },
  ledger_checked_sums: { thousands: 150, columns: { account_id: id, sum: 'n' } },
  orders: {
    thousands: 150,
    columns: {
      id,
      sn: order,
      user_id: owner,
      target_type: wordOf({ course: 80, classroom: 10, vip: 10 }, 'n % 101'),
      target_id: other(20),
      title: `'Lesson ' || n`,
      status: wordOf({ finished: 60, closed: 30, success: 5, refunded: 3, paying: 1, created: 1 }),
      step: '0',
      total: '100',
      coin_rate: '1',
      max_coins: '0',
      once: 'false',
      terms: text('{}'),
      created_at,
      closes_at: `${past} + ${day}`,
      paid_at: `case when n * 31 % 100 < 60 or n * 31 % 100 between 90 and 97 then ${past} end`,
    },
  },
  order_steps: {
    thousands: 150,
    columns: { order_id: id, step: '0', status: text('created'), last: 'true', created_at },
  },
  trades: {
    thousands: 200,
    columns: {
      id,
      sn: trade,
      user_id: owner,
      type: `case when n % 4 = 0 then 'recharge' else 'purchase' end`,
      order_sn: `case when n % 4 > 0 then ${order} end`,
      gateway,
      status: wordOf({ paid: 68, closed: 30, paying: 1, closing: 1 }),
      cash: '100',
      bought_coins: 'case when n % 4 = 0 then 100 else 0 end',
      begun: `case when n % 4 < 2 then json '{}' end`,
      created_at,
      expires_at: `${past} + ${day}`,
      asked_at: past,
      paid_at: `case when n * 31 % 100 < 68 then ${past} end`,
    },
  },
  refunds: {
    thousands: 50,
    columns: {
      sn: serial(73),
      order_sn: order,
      trade_sn: trade,
      status: wordOf({ done: 90, failed: 9, running: 1 }),
      coins: '0',
      cash: '100',
      user_id: '1',
      created_at,
      ended_at: `case when n * 31 % 100 < 99 then ${past} end`,
    },
  },
  payment_notices: {
    thousands: 100,
    columns: {
      gateway,
      trade_sn: trade,
      platform_sn: serial(74),
      amount: '100',
      outcome: wordOf({ paid: 97, unknown: 2, refunded_outside: 1 }),
      received_at: past,
    },
  },
  cash_payouts: {
    thousands: 20,
    columns: { user_id: owner, amount: '100', reference: 'n', transaction_id: id, created_at },
  },
  coupons: {
    thousands: 100,
    columns: {
      code: 'md5(n::text)',
      type: text('minus'),
      rate: '100',
      status: `case n % 3 when 0 then 'used' when 1 then 'receive' else 'unused' end`,
      user_id: `case when n % 3 = 2 then 0 else ${owner} end`,
      deadline: 'current_date + n::int % 700',
      target_type: text('all'),
      order_sn: `case when n % 3 = 0 then ${order} end`,
      taken_at: `case when n % 3 = 0 then ${past} end`,
      used_at: `case when n % 3 = 0 then ${past} end`,
      created_at,
    },
  },
  vip_members: {
    thousands: 50,
    columns: {
      user_id: id,
      level_id: `case when n % 100 = 0 then 3 when n % 5 = 0 then 2 else 1 end`,
      unit: text('year'),
      deadline: `now() + (n % 400 - 200) * ${day}`,
      created_at,
      updated_at: past,
    },
  },
  vip_member_history: {
    thousands: 50,
    columns: {
      user_id: owner,
      level_id: '1',
      action: text('new'),
      unit: text('year'),
      deadline_after: past,
      created_at,
    },
  },
  webhooks: {
    thousands: 10,
    columns: {
      id,
      user_id: owner,
      url: text('https://shop.example.com/'),
      events: `'{order.paid}'`,
      secret: text('whsec_'),
      active: 'n % 10 > 0',
      next_at: `case when n % 100 = 1 then ${past} end`,
      created_at,
    },
  },
  webhook_deliveries: {
    thousands: 150,
    columns: {
      id,
      webhook_id: other(10),
      message_id: `'msg_' || n`,
      event: text('order.paid'),
      event_id: 'n',
      object: `'order ' || n`,
      body: text('{}'),
      state: `case when n % 50 = 0 then 'pending' when n % 97 = 0 then 'failed' else 'done' end`,
      due_at: past,
      ended_at: `case when n % 50 > 0 then ${past} end`,
      created_at,
    },
  },
};
