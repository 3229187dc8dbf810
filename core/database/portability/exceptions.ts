/** A statement of core that is exempt from a portability rule. */
export interface PortabilityException {
  readonly rule: string;
  /** Path below the root of the installation. */
  readonly file: string;
  /** Matches the exempt statements in the SQL that is sent to the database. */
  readonly statement: RegExp;
  readonly why: string;
  /** Advice for engines and poolers that lack the feature. */
  readonly elsewhere: string;
}

const manyChanges =
  'on CockroachDB set sql.multiple_modifications_of_table.enabled, which is safe where no row is changed twice';

/** All statements that are exempt from a portability rule. A new exemption also needs an entry in docs/scaling.md. */
export const portabilityExceptions: readonly PortabilityException[] = [
  {
    rule: 'rewrite-rules',
    file: 'core/ledger/migrations/001_ledger.ts',
    statement: /^\s*create rule ledger_(transactions|entries)_no_(update|delete) as/i,
    why: 'the database itself refuses changes of ledger rows, from any client',
    elsewhere:
      'leave the four rules out and take UPDATE and DELETE on ledger_transactions and ledger_entries from the role ' +
      'that Lectern runs with; sums and pairs are kept by constraints',
  },
  {
    rule: 'repeated-changes',
    file: 'core/ledger/services/statements.ts',
    statement: /^\s*with line as \([^]*insert into ledger_entries/i,
    why: 'a posting is one statement, applied completely or not at all; it changes existing accounts and opens missing ones, each account once',
    elsewhere: manyChanges,
  },
  {
    rule: 'repeated-changes',
    file: 'core/orders/services/order_steps.ts',
    statement: /^\s*with current as \([^]*insert into order_steps[^]*update orders/i,
    why: 'one statement moves an order to its next step; the changed and the added steps are different rows',
    elsewhere: manyChanges,
  },
  {
    rule: 'table-locks',
    file: 'core/database/schema/table_rows.ts',
    statement: /^\s*lock table .* in access exclusive mode/i,
    why: 'a plugin is purged from a running installation, so no write may happen between export and removal',
    elsewhere: 'stop all replicas before `lectern plugin purge` and `lectern plugin restore`',
  },
  {
    rule: 'truncate',
    file: 'core/database/backup/portable_backup.ts',
    statement: /^\s*truncate .* restart identity/i,
    why: 'a restore fills tables that the migrations have just created, and the ledger refuses DELETE of their rows',
    elsewhere: 'use the backup of the engine',
  },
  {
    rule: 'sequences',
    file: 'core/database/schema/table_rows.ts',
    statement: /select setval\(pg_get_serial_sequence\(/i,
    why: 'restored rows keep their ids, and ids of new rows have to continue after them',
    elsewhere:
      'nothing on engines without consecutive ids (CockroachDB); else set the sequence by hand after a restore',
  },
  {
    rule: 'sequences',
    file: 'core/database/schema/sequences.ts',
    statement: /^select setval\(quote_ident\(/i,
    why: 'sequences of a restored database have to continue after the values in use',
    elsewhere: 'use the backup of the engine',
  },
  {
    rule: 'sequences',
    file: 'core/database/rows/demo_rows.ts',
    statement: /^alter table \S+ alter column id restart with \d+$/i,
    why: 'demo data has fixed ids, which tests and documents name',
    elsewhere: 'load no demo data; a production start never does',
  },
];
