import { fails, resource, returns, use, summary, type Call } from 'lectern';
import { accountOf, userFailures } from '../../users/index.ts';
import { coinBalance } from '../shapes/coins.ts';

@resource('/me/coins')
export default class MyCoins {
  protected readonly ledger = use('ledger');

  @summary('Get your balance of coins')
  @fails(userFailures.needsAccount)
  @returns(coinBalance, 'public')
  async search({ user }: Call) {
    const { cash: balance } = await this.ledger.coinAccount(accountOf(user));
    return { balance };
  }
}
