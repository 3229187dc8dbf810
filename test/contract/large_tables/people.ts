import { gramsSql } from './grams_sql.ts';
import { ADMIN, BEFORE, digest, id, oneOf, other, owner, past, soon, text, wordOf, type Rows } from './rows.ts';

const created_at = past;
const longAgo = `now() - interval '100 days'`;

/** Tables of accounts and of the server itself. */
export const people: Readonly<Record<string, Rows>> = {
  users: {
    thousands: 150,
    columns: {
      id,
      nickname: `'person ' || n`,
      nickname_key: `'person ' || n`,
      truename: `'Somebody ' || n`,
      truename_key: `'somebody ' || n`,
      email: `'person' || n || '@example.org'`,
      uuid: 'md5(n::text)',
      roles: oneOf({ "'{ROLE_USER}'::text[]": 94, "'{ROLE_USER,ROLE_TEACHER}'": 6 }, 'n % 101'),
      locked: 'n % 500 = 0',
      destroyed: 'n % 50 = 1',
      search_grams: gramsSql(`('person ' || n || ' somebody')`),
    },
  },
  departments: { thousands: 1, columns: { id, name: `'Department ' || n` } },
  user_departments: {
    thousands: 150,
    columns: {
      user_id: id,
      department_id: `case when n % 10 < 2 then n % 10 + 1 else ${BEFORE} + n % :size + 1 end`,
    },
  },
  user_tokens: {
    thousands: 100,
    columns: {
      digest,
      user_id: owner,
      created_at,
      expires_at: soon,
    },
  },
  last_writes: { thousands: 50, columns: { user_id: id, wrote_at: past } },
  user_bindings: { thousands: 50, columns: { provider: text('weixin'), openid: 'md5(n::text)', user_id: id } },
  applications: { thousands: 5, columns: { id, app_key: 'md5(n::text)', user_id: `${BEFORE} + n * 30` } },
  admin_logs: {
    thousands: 100,
    columns: {
      created_at,
      user_id: `case when n % 2 = 0 then ${ADMIN} else ${other(150)} end`,
      nickname: text('admin'),
      action: text('update'),
      resource: wordOf({ '/users': 70, '/courses': 29, '/roles': 1 }, 'n % 101'),
      path: text('/users/1'),
      fields: text('{nickname}'),
      people: `case when n > 10 then array[${other(150)}] end`,
    },
  },
  events: { thousands: 50, columns: { id, name: text('order.paid'), payload: text('{}'), created_at } },
  event_deliveries: {
    thousands: 100,
    columns: {
      event_id: `${BEFORE} + (n + 1) / 2`,
      subscriber: `'subscriber.' || n % 2`,
      state: wordOf({ done: 98, dead: 1, pending: 1 }),
      due_at: past,
      ended_at: `case when n * 31 % 100 < 99 then ${past} end`,
    },
  },
  captchas: {
    thousands: 10,
    columns: { token_digest: digest, answer_digest: digest, created_at: longAgo, expires_at: soon },
  },
  sms_codes: {
    thousands: 10,
    columns: { token_digest: digest, answer_digest: digest, created_at: longAgo, expires_at: soon },
  },
  sms_outbox: {
    thousands: 10,
    columns: { mobile: text('13800000001'), type: text('register'), code: text('1'), created_at },
  },
  mail_outbox: {
    thousands: 10,
    columns: { address: `'person' || n`, subject: text('Hello'), text: text('Hello'), created_at },
  },
  email_links: {
    thousands: 20,
    columns: {
      kind: text('reset'),
      email: `'person' || n`,
      user_id: id,
      token_digest: digest,
      created_at: longAgo,
      expires_at: soon,
    },
  },
  limit_counters: {
    thousands: 20,
    columns: {
      key: 'md5(n::text)',
      points: '1',
      expire: 'extract(epoch from now())::bigint * 1000 + (n % 100 - 10) * 86400000::bigint',
    },
  },
  idempotency_keys: {
    thousands: 20,
    columns: {
      user_id: other(150),
      key: 'n',
      operation: text('POST /trades'),
      digest: 'md5(n::text)',
      created_at: `now() - n * interval '26 hours' / :rows`,
    },
  },
  revoked_jwts: { thousands: 10, columns: { id: 'md5(n::text)', expires_at: soon } },
};
