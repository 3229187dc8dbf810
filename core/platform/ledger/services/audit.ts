import type { Services } from 'lectern';

/** Result of an audit of the ledger. */
export interface AuditReport {
  readonly transactions: number;
  readonly entries: number;
  /** Number of user accounts. */
  readonly accounts: number;
  /** Description of the first wrong row; null when there is none. */
  readonly wrong: string | null;
}

type Database = Services['database'];

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

/** Checks the consistency of the whole ledger. The database computes the sums and returns at most three rows. */
export async function audit(database: Database): Promise<AuditReport> {
  const counts = await countsOf(database);
  return { ...counts, wrong: (await unbalanced(database)) ?? (await deviating(database)) ?? null };
}

async function countsOf(database: Database): Promise<Omit<AuditReport, 'wrong'>> {
  const { rows } = await database.raw<Record<'transactions' | 'entries' | 'accounts', string>>(`
    select (select count(*) from ledger_transactions) as transactions,
      (select count(*) from ledger_entries) as entries,
      (select count(*) from accounts where user_id is not null) as accounts`);
  const [found] = rows;
  return {
    transactions: Number(found?.transactions),
    entries: Number(found?.entries),
    accounts: Number(found?.accounts),
  };
}

/** Describes the first transaction whose entries in a currency do not sum to zero; undefined when there is none. */
async function unbalanced(database: Database): Promise<string | undefined> {
  const { rows } = await database.raw<Unbalanced>(`
    select posted.id, posted.reason, off.kind, off.sum
    from (
      select transaction_id, kind, sum(amount) as sum from ledger_entries
      group by transaction_id, kind having sum(amount) <> 0
      order by transaction_id, kind limit 1
    ) as off join ledger_transactions as posted on posted.id = off.transaction_id`);
  const [off] = rows;
  return off && `Transaction ${off.id} (${off.reason}): its entries in ${off.kind} sum to ${off.sum} instead of 0.`;
}

/** Describes the first user account whose balance is negative or is not the sum of its entries; otherwise undefined. */
async function deviating(database: Database): Promise<string | undefined> {
  const { rows } = await database.raw<Deviating>(`
    select account.id, account.user_id as "userId", account.kind, account.balance, coalesce(entry.sum, 0) as sum
    from accounts as account left join (
      select account_id, sum(amount) as sum from ledger_entries group by account_id
    ) as entry on entry.account_id = account.id
    where account.user_id is not null and (account.balance <> coalesce(entry.sum, 0) or account.balance < 0)
    order by account.id limit 1`);
  const [off] = rows;
  if (!off) return undefined;
  const whose = `Account ${off.id} (${off.kind} of user ${off.userId})`;
  if (off.balance === off.sum) return `${whose}: its balance is ${off.balance}, below 0.`;
  return `${whose}: its balance is ${off.balance}, but its entries sum to ${off.sum}.`;
}
