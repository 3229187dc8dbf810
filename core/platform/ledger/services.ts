import { Ledger } from './services/ledger.ts';
import { LedgerAccounts } from './services/ledger_accounts.ts';
import { LedgerCheck } from './services/ledger_check.ts';

declare module 'lectern' {
  interface Services {
    ledger: Ledger;
    ledgerAccounts: LedgerAccounts;
    ledgerCheck: LedgerCheck;
  }
}

export default { ledger: Ledger, ledgerAccounts: LedgerAccounts, ledgerCheck: LedgerCheck };
