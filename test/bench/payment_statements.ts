import type { Sent } from '../core/platform/courses/support.ts';

/** Patterns of the statements of a payment, by name. */
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

// Statements that serve several payments: settings are cached, and one query finds deliveries by other processes.
const shared = /from "settings"|^select event_id as id from event_deliveries/;

// BEGIN is sent with the first statement of a transaction.
const firstOfTransaction = /^(lock|done)$/;

export type StatementName = keyof typeof patterns;

/** Statements of a payment method: their names and their number. */
export interface PaymentStatements {
  readonly texts: Readonly<Partial<Record<StatementName, string>>>;
  /** Names in order, those of a transaction in parentheses. */
  readonly names: readonly string[];
}

/**
 * Returns the names of the statements of a payment.
 * @throws Error for a statement that the bare server does not send
 */
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
    if (name === undefined)
      throw new Error(`The payment sends an unknown statement; add it to the bare payment server: ${text}`);
    texts[name as StatementName] = text;
    if (isOpen || !firstOfTransaction.test(name)) return [name];
    isOpen = true;
    return ['(', name];
  });
  return { texts, names };
}
