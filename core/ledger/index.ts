export { failures as ledgerFailures } from './failures.ts';
export { coinsFor, share, worthOf } from './money.ts';
export type { Account, Currency, Movement, SystemAccount } from './account.ts';
export type { LedgerAccounts } from './services/ledger_accounts.ts';
export type { Ledger } from './services/ledger.ts';
