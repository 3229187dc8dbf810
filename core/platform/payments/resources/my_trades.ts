import { accepts, fails, input, pageOf, resource, returns, use, summary, type Call } from 'lectern';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { accountOf, userFailures } from '../../users/index.ts';
import { keptTrade, shownKept } from '../shapes/trade.ts';
import { tradeTypes } from '../trade.ts';

const conditions = {
  type: input.optional(input.oneOf(tradeTypes, { description: 'Only purchases, or only recharges.' })),
  ...keysetPaging,
};

@resource('/me/trades')
export default class MyTrades {
  protected readonly trades = use('trades');

  @summary('List your payments, newest first')
  @accepts(conditions)
  @fails(userFailures.needsAccount)
  @returns(pageOf(keptTrade), 'public')
  async search({ user, input: { type, ...place } }: Call<object, typeof conditions>) {
    const page = await this.trades.list({ userId: accountOf(user), type }, place);
    const refunds = await this.trades.refundsOf(page.data);
    return { ...page, data: page.data.map((one) => shownKept(one, refunds.get(one.sn))) };
  }
}
