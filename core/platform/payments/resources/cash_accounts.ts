import { accepts, pageOf, requires, resource, returns, use, summary, type Call } from 'lectern';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { cashBalance } from '../shapes/payout.ts';

@resource('/cash_accounts')
export default class CashAccounts {
  protected readonly accounts = use('ledgerAccounts');

  @summary('List cash accounts that are not empty, oldest first')
  @requires('admin_order')
  @accepts(keysetPaging)
  @returns(pageOf(cashBalance), 'public')
  search({ input: place }: Call<object, typeof keysetPaging>) {
    return this.accounts.withCash(place);
  }
}
