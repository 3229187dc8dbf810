import { accepts, creates, fails, pageOf, resource, returns, summary, use, type Call } from 'lectern';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { ledgerFailures } from '../../ledger/index.ts';
import { accountOf, userFailures } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { newPayout, type NewPayoutInput } from '../inputs.ts';
import { payout } from '../shapes/payout.ts';

type Params = { readonly userId: string };

@resource('/cash_accounts/{userId}/payouts', { requires: 'admin_order', missing: failures.noSuchPayout })
export default class Payouts {
  protected readonly payouts = use('payouts');

  @summary('List the payouts of a cash account, newest first')
  @accepts(keysetPaging)
  @returns(pageOf(payout), 'public')
  search({ params: { userId }, input: place }: Call<Params, typeof keysetPaging>) {
    return this.payouts.list(userId, place);
  }

  @summary('Get a payout of a cash account')
  @returns(payout, 'public')
  get({ params: { userId, id } }: Call<Params & { readonly id: string }>) {
    return this.payouts.get(userId, id);
  }

  @summary('Record a payout of a cash account. A bank transfer that was made; it debits the cash account of the user.')
  @accepts(newPayout)
  @creates
  @fails(ledgerFailures.insufficientBalance.as({ status: 400 }), failures.payoutRepeated, userFailures.needsAccount)
  @returns(payout, 'public')
  add({ params: { userId }, user, input: { amount, reference } }: Call<Params, NewPayoutInput>) {
    return this.payouts.add({ userId, amount, reference, paidBy: accountOf(user) });
  }
}
