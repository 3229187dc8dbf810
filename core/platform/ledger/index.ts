export { failures as ledgerFailures } from './failures.ts';
export { coinsFor, share, worthOf } from './money.ts';
export type { Account, Currency, Movement, SystemAccount } from './account.ts';
