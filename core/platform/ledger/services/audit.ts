import type { Services } from 'lectern';
import { advance, forgetCheckpoint, lockedCheckpoint, newRows } from './checkpoint.ts';
import { changedSince, deviating, unbalanced } from './wrong_rows.ts';

/** Result of an audit of the ledger. */
export interface AuditReport {
  readonly transactions: number;
  readonly entries: number;
  /** Number of user accounts. */
  readonly accounts: number;
  /** Number of entries that this audit read; earlier audits have read the others. */
  readonly read: number;
  /** Description of the first wrong row; null when there is none. */
  readonly wrong: string | null;
}

export interface AuditOptions {
  /** Whether to read all entries, not only those since the last audit. */
  readonly full?: boolean;
  /** Whether to forget the sums of earlier audits, and to read all entries. */
  readonly forget?: boolean;
}

type Database = Services['database'];

/**
 * Checks the consistency of the ledger: entries above the checkpoint, the balance of each account, and a part of the
 * older entries. Moves the checkpoint when all are right. The database computes the sums and returns at most three rows.
 */
export async function audit(database: Database, { full = false, forget = false }: AuditOptions): Promise<AuditReport> {
  const from = await lockedCheckpoint(database);
  if (forget) {
    await forgetCheckpoint(database);
    return audit(database, { full });
  }
  const to = await newRows(database);
  const wrong = await (full ? wrongIn(database, from.entryId) : wrongSince(database, from, to));
  if (wrong === undefined) await advance(database, from, to);
  const entries = Number(from.entries) + Number(to.entries);
  return {
    transactions: Number(from.transactions) + Number(to.transactions),
    entries,
    accounts: Number(to.accounts),
    read: full ? entries : Number(to.entries) + Number(to.sweptEntries),
    wrong: wrong ?? null,
  };
}

/** The first wrong row of the whole ledger. */
async function wrongIn(database: Database, checkedTo: string): Promise<string | undefined> {
  return (
    (await unbalanced(database, { after: '0' })) ??
    (await deviating(database, '0')) ??
    (await changedSince(database, checkedTo))
  );
}

type Marks = Parameters<typeof advance>;

/** The first wrong row above the checkpoint, among the balances, and in the rolling part. */
async function wrongSince(database: Database, from: Marks[1], to: Marks[2]): Promise<string | undefined> {
  return (
    (await unbalanced(database, { after: from.entryId })) ??
    (await deviating(database, from.entryId)) ??
    (await unbalanced(database, { after: from.sweptEntry, until: to.toSweptEntry })) ??
    (await changedSince(database, from.entryId, { after: from.sweptAccount, until: to.toSweptAccount }))
  );
}
