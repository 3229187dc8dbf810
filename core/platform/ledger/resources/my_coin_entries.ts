import { accepts, fails, pageOf, resource, returns, use, summary, type Call } from 'lectern';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { accountOf, userFailures } from '../../users/index.ts';
import { coinEntry } from '../shapes/coins.ts';

@resource('/me/coins/entries')
export default class MyCoinEntries {
  protected readonly accounts = use('ledgerAccounts');

  @summary('List the entries of your coin account, newest first')
  @accepts(keysetPaging)
  @fails(userFailures.needsAccount)
  @returns(pageOf(coinEntry), 'public')
  search({ user, input: place }: Call<object, typeof keysetPaging>) {
    return this.accounts.entries({ userId: accountOf(user), kind: 'coin' }, place);
  }
}
