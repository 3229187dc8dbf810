import type { Services } from 'lectern';

type Database = Services['database'];

/** Ids above `after`, up to `until`. */
interface Range {
  readonly after: string;
  readonly until?: string;
}

interface Unbalanced {
  readonly id: string;
  readonly reason: string;
  readonly kind: string;
  readonly sum: string;
}

interface Deviating {
  readonly id: string;
  readonly userId: string;
  readonly kind: string;
  readonly balance: string;
  readonly sum: string;
}

interface Changed {
  readonly id: string;
  readonly checked: string;
  readonly sum: string;
}

/** The last id of PostgreSQL. */
const LAST = '9223372036854775807';

/**
 * Describes the first transaction with an entry in the range whose entries in a currency do not sum to zero; undefined
 * when there is none. A transaction may lie partly outside of the range, so its whole sum decides.
 */
export async function unbalanced(database: Database, { after, until = LAST }: Range): Promise<string | undefined> {
  const { rows } = await database.raw<Unbalanced>(
    `select posted.id, posted.reason, part.kind, whole.sum
     from (
       select transaction_id, kind from ledger_entries where id > ?::bigint and id <= ?::bigint
       group by transaction_id, kind having sum(amount) <> 0
     ) as part join ledger_transactions as posted on posted.id = part.transaction_id
     cross join lateral (
       select sum(amount) as sum from ledger_entries
       where transaction_id = part.transaction_id and kind = part.kind
     ) as whole
     where whole.sum <> 0 order by posted.id, part.kind limit 1`,
    [after, until],
  );
  const [off] = rows;
  return off && `Transaction ${off.id} (${off.reason}): its entries in ${off.kind} sum to ${off.sum} instead of 0.`;
}

/**
 * Describes the first user account whose balance is negative or differs from its entries: from the checked sum and the
 * entries above the checkpoint, or from all entries with `checkedTo` 0. Undefined when there is none.
 */
export async function deviating(database: Database, checkedTo: string): Promise<string | undefined> {
  const { rows } = await database.raw<Deviating>(
    `select off.id, off.user_id as "userId", off.kind, off.balance,
       (select coalesce(sum(amount), 0) from ledger_entries where account_id = off.id) as sum
     from (
       select account.* from accounts as account
       left join ledger_checked_sums as checked on checked.account_id = account.id and ?::bigint > 0
       left join (
         select account_id, sum(amount) as sum from ledger_entries where id > ?::bigint group by account_id
       ) as entry on entry.account_id = account.id
       where account.user_id is not null
         and (account.balance <> coalesce(checked.sum, 0) + coalesce(entry.sum, 0) or account.balance < 0)
       order by account.id limit 1
     ) as off`,
    [checkedTo, checkedTo],
  );
  const [off] = rows;
  if (!off) return undefined;
  const whose = `Account ${off.id} (${off.kind} of user ${off.userId})`;
  if (off.balance !== off.sum) return `${whose}: its balance is ${off.balance}, but its entries sum to ${off.sum}.`;
  if (off.balance.startsWith('-')) return `${whose}: its balance is ${off.balance}, below 0.`;
  return (
    (await changedSince(database, checkedTo, { after: String(BigInt(off.id) - 1n), until: off.id })) ??
    `${whose}: its checked sum differs from its entries. Run ledger:check --forget.`
  );
}

/**
 * Describes the first account, in a range of user accounts or among all, whose entries up to the checkpoint have
 * another sum than when they were checked; undefined when there is none.
 */
export async function changedSince(
  database: Database,
  checkedTo: string,
  accounts?: Required<Range>,
): Promise<string | undefined> {
  // A few accounts by their index, all of them in one pass over the entries.
  const entries = accounts
    ? `lateral (select sum(amount) as sum from ledger_entries
         where account_id = account.id and id <= :checkedTo) as entry on true`
    : `(select account_id, sum(amount) as sum from ledger_entries where id <= :checkedTo
         group by account_id) as entry on entry.account_id = account.id`;
  const chosen = accounts ? 'account.id > :after and account.id <= :until and account.user_id is not null' : 'true';
  const { rows } = await database.raw<Changed>(
    `select account.id, coalesce(checked.sum, 0) as checked, coalesce(entry.sum, 0) as sum
     from accounts as account left join ledger_checked_sums as checked on checked.account_id = account.id
     left join ${entries}
     where ${chosen} and coalesce(checked.sum, 0) <> coalesce(entry.sum, 0) order by account.id limit 1`,
    { checkedTo, ...accounts },
  );
  const [off] = rows;
  return (
    off &&
    `Account ${off.id}: its entries up to ${checkedTo} sum to ${off.sum}, but summed to ${off.checked} when they were checked. ` +
      'Entries were changed since; compare them with a backup.'
  );
}
