import { Ledger } from './services/ledger.ts';
import { LedgerAccounts } from './services/ledger_accounts.ts';

declare module 'lectern' {
  interface Services {
    ledger: Ledger;
    ledgerAccounts: LedgerAccounts;
  }
}

export default { ledger: Ledger, ledgerAccounts: LedgerAccounts };
