import { asClass } from 'lectern';
import { Ledger } from './services/ledger.ts';
import { LedgerAccounts } from './services/ledger_accounts.ts';

declare module 'lectern' {
  interface Services {
    ledger: Ledger;
    ledgerAccounts: LedgerAccounts;
  }
}

export default { ledger: asClass(Ledger), ledgerAccounts: asClass(LedgerAccounts) };
