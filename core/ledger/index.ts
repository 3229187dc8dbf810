// What other modules may know of the ledger.
export { failures as ledgerFailures } from './failures.ts';
export { coinsFor, share, worthOf } from './money.ts';
export type { Account, CoinAccount, Currency, Movement, Reference, SystemAccount, UserAccount } from './account.ts';
export type { Ledger } from './services/ledger.ts';
export type { AuditReport } from './services/audit.ts';
