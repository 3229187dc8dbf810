import { field, shape } from 'lectern';

/** Result of a check of the ledger. */
export const consoleLedgerCheck = shape('ConsoleLedgerCheck').mode('public', {
  transactions: field.int('Number of transactions.'),
  entries: field.int('Number of their entries.'),
  accounts: field.int('Number of accounts of users.'),
  time: field.datetime('Time of the check, at most a minute ago.'),
  wrong: field.nullable(field.text('The first wrong row; null if all are right.')),
});
