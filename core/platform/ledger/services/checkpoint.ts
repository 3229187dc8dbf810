import type { Services } from 'lectern';

type Database = Services['database'];

/** The entries that earlier checks have found right, and the places of the rolling part. Ids are exact as text. */
export interface Checkpoint {
  readonly entryId: string;
  readonly transactionId: string;
  readonly entries: string;
  readonly transactions: string;
  readonly sweptEntry: string;
  readonly sweptAccount: string;
}

/** Rows above the checkpoint, and the ends of the next checkpoint and of this rolling part. */
export interface NewRows {
  readonly entries: string;
  readonly transactions: string;
  /** Number of user accounts. */
  readonly accounts: string;
  /** Number of entries of the rolling part. */
  readonly sweptEntries: string;
  readonly toEntry: string;
  readonly toTransaction: string;
  readonly toSweptEntry: string;
  readonly toSweptAccount: string;
}

/** Old rows that each check reads again. */
export const rollingPart = { entries: 5_000, accounts: 10 } as const;

/**
 * Younger entries stay above the checkpoint, because a transaction with a lower id may still be open. No transaction
 * that posts is open for an hour.
 */
const YOUNG = `interval '1 hour'`;

const columns = `entry_id as "entryId", transaction_id as "transactionId", entries, transactions,
  swept_entry as "sweptEntry", swept_account as "sweptAccount"`;

/** Locks the checkpoint, so that two checks do not add the same entries. @throws Error when its row is missing */
export async function lockedCheckpoint(database: Database): Promise<Checkpoint> {
  const { rows } = await database.raw<Checkpoint>(`select ${columns} from ledger_checkpoints for update`);
  if (rows[0]) return rows[0];
  throw new Error(
    'The table ledger_checkpoints is empty, so the ledger cannot be checked. Run `insert into ledger_checkpoints default values`.',
  );
}

/** Forgets all earlier checks. */
export async function forgetCheckpoint(database: Database): Promise<void> {
  await database.raw('delete from ledger_checked_sums');
  await database.raw(`
    update ledger_checkpoints set entry_id = 0, transaction_id = 0, entries = 0, transactions = 0,
      swept_entry = 0, swept_account = 0`);
}

/** The id before the first young row above an id, or else the last id. */
function endSql(table: string, after: string): string {
  return `greatest(${after}, coalesce(
    (select min(id) - 1 from ${table} where id > ${after} and created_at > now() - ${YOUNG}),
    (select max(id) from ${table}), 0))`;
}

const newRowsSql = `
  with mark as (select * from ledger_checkpoints)
  select
    (select count(*) from ledger_entries where id > mark.entry_id) as entries,
    (select count(*) from ledger_transactions where id > mark.transaction_id) as transactions,
    (select count(*) from accounts where user_id is not null) as accounts,
    (select count(*) from ledger_entries where id > mark.swept_entry and id <= swept.entry) as "sweptEntries",
    ${endSql('ledger_entries', 'mark.entry_id')} as "toEntry",
    ${endSql('ledger_transactions', 'mark.transaction_id')} as "toTransaction",
    swept.entry as "toSweptEntry", swept.account as "toSweptAccount"
  from mark cross join lateral (
    select least(mark.swept_entry + ${rollingPart.entries}, mark.entry_id) as entry,
      coalesce((select max(id) from (
        select id from accounts where id > mark.swept_account and user_id is not null
        order by id limit ${rollingPart.accounts}
      ) as part), mark.swept_account) as account
  ) as swept`;

export async function newRows(database: Database): Promise<NewRows> {
  const { rows } = await database.raw<NewRows>(newRowsSql);
  return rows[0] as NewRows;
}

/** Moves the checkpoint over entries that were found right, and the rolling part over the rows that were read again. */
export async function advance(database: Database, from: Checkpoint, to: NewRows): Promise<void> {
  await database.raw(
    `insert into ledger_checked_sums as checked (account_id, sum)
     select account_id, sum(amount) from ledger_entries where id > ?::bigint and id <= ?::bigint group by account_id
     on conflict (account_id) do update set sum = checked.sum + excluded.sum`,
    [from.entryId, to.toEntry],
  );
  const isSwept = to.toSweptEntry === from.entryId;
  const isLast = to.toSweptAccount === from.sweptAccount;
  const next = [to.toEntry, to.toTransaction, isSwept ? 0 : to.toSweptEntry, isLast ? 0 : to.toSweptAccount];
  await database.raw(
    `update ledger_checkpoints as mark set
       entries = mark.entries + (select count(*) from ledger_entries where id > mark.entry_id and id <= next.entry_id),
       transactions = mark.transactions + (select count(*) from ledger_transactions
         where id > mark.transaction_id and id <= next.transaction_id),
       entry_id = next.entry_id, transaction_id = next.transaction_id,
       swept_entry = next.swept_entry, swept_account = next.swept_account
     from (select ?::bigint as entry_id, ?::bigint as transaction_id, ?::bigint as swept_entry,
       ?::bigint as swept_account) as next`,
    next,
  );
}
