import type { Sent } from '../core/courses/support.ts';

/** What each statement of a payment is known by. */
const patterns = {
  token: /user_tokens/,
  byId: /from orders where sn = \$1 or id/,
  bySn: /from orders where sn = \$1$/,
  hash: /"pay_password_hash" from "users"/,
  take: /insert into limit_counters/,
  clear: /update limit_counters/,
  account: /^\s*with found as/,
  goods: /from "courses"/,
  member: /from "course_members"/,
  bought: /and once and status in/,
  lock: /from orders where sn = \$1 for update/,
  trade: /insert into trades/,
  post: /insert into ledger_entries/,
  move: /insert into order_steps/,
  publish: /insert into events/,
  claim: /^with due as/,
  done: /^update event_deliveries\s+set state = 'done'/,
  goodsLock: /from courses where id = \$1 for no key update/,
  join: /insert into course_members/,
  students: /^update courses set student_num/,
  studentsOfSet: /^update course_sets set student_num/,
};

// Settings are remembered; one look for what was delivered elsewhere serves all who wait.
const shared = /from "settings"|^select event_id as id from event_deliveries/;

// BEGIN is sent with the first statement of a transaction.
const firstOfTransaction = /^(lock|done)$/;

export type StatementName = keyof typeof patterns;

/** What one way to pay asks the database: the statements by name, and how many there are. */
export interface PaymentStatements {
  readonly texts: Readonly<Partial<Record<StatementName, string>>>;
  /** In order, those of the transactions in parentheses. */
  readonly names: readonly string[];
}

/** Names what was sent for a payment. @throws Error for a statement that the bare server does not know */
export function paymentStatements(sent: readonly Sent[]): PaymentStatements {
  const texts: Partial<Record<StatementName, string>> = {};
  const own = sent.filter(({ text }) => !shared.test(text));
  let isOpen = false;
  const names = own.flatMap(({ text }) => {
    if (/^commit/i.test(text)) {
      isOpen = false;
      return [')'];
    }
    const [name] = Object.entries(patterns).find(([, pattern]) => pattern.test(text)) ?? [];
    if (name === undefined) throw new Error(`Another statement than expected: ${text}`);
    texts[name as StatementName] = text;
    if (isOpen || !firstOfTransaction.test(name)) return [name];
    isOpen = true;
    return ['(', name];
  });
  return { texts, names };
}
