import { field, shape } from 'lectern';

export const consoleLedgerCheck = shape('ConsoleLedgerCheck').mode('public', {
  transactions: field.int('Number of transactions of the ledger.'),
  entries: field.int('Number of their entries, at least two for each transaction.'),
  read: field.int(
    'Number of entries that this check read: the new ones, and a part of the older ones. Earlier checks have read the others.',
  ),
  accounts: field.int('Number of accounts of users, whose balances are checked too.'),
  time: field.datetime('Time of the check, at most a minute ago.'),
  wrong: field.nullable(field.text('The first wrong row; null if all are right.')),
});
