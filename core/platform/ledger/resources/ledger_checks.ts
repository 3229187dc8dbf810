import { requires, resource, returns, summary, use } from 'lectern';
import { consoleLedgerCheck } from '../shapes/ledger_check.ts';

@resource('/console/ledger_checks')
export default class LedgerChecks {
  protected readonly ledgerCheck = use('ledgerCheck');

  @summary(
    'Check the ledger: each transaction sums to zero, each user account to its balance. Like `lectern ledger:check`, ' +
      'once a minute at most.',
  )
  @requires('console_ledger')
  @returns(consoleLedgerCheck, 'public')
  search() {
    return this.ledgerCheck.run();
  }
}
