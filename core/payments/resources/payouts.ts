import { accepts, creates, fails, pageOf, requires, resource, returns, summary, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { keysetPaging } from '../../database/index.ts';
import { ledgerFailures } from '../../ledger/index.ts';
import { accountOf, userFailures } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { newPayout, type NewPayoutInput } from '../inputs.ts';
import { payout, shownPayout } from '../shapes/payout.ts';

type Params = { readonly userId: string };

@resource('/cash_accounts/{userId}/payouts')
export default class Payouts {
  protected readonly payouts = use('payouts');

  @summary('List the payouts of a cash account, newest first')
  @requires('admin_order')
  @accepts(keysetPaging)
  @returns(pageOf(payout), 'public')
  async search({ params: { userId }, input: place }: Call<Params, InputOf<typeof keysetPaging>>) {
    const page = await this.payouts.list(userId, place);
    return { ...page, data: page.data.map(shownPayout) };
  }

  @summary('Get a payout of a cash account')
  @requires('admin_order')
  @fails(failures.noSuchPayout)
  @returns(payout, 'public')
  async get({ params: { userId, id } }: Call<Params & { readonly id: string }>) {
    return shownPayout(await this.payouts.get(userId, id));
  }

  @summary('Record a payout of a cash account. A bank transfer that was made; it debits the cash account of the user.')
  @requires('admin_order')
  @accepts(newPayout)
  @creates
  @fails(ledgerFailures.insufficientBalance.as({ status: 400 }), failures.payoutRepeated, userFailures.needsAccount)
  @returns(payout, 'public')
  async add({ params: { userId }, user, input: { amount, reference } }: Call<Params, NewPayoutInput>) {
    return shownPayout(await this.payouts.add({ userId, amount, reference, paidBy: accountOf(user) }));
  }
}
