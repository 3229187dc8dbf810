import { accepts, input, listOf, requires, resource, returns, summary, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { paymentTotal } from '../shapes/payment_total.ts';

const conditions = {
  days: input.integer({ minimum: 1, maximum: 31, default: 7, description: 'Number of days, today included.' }),
};

@resource('/payment_totals')
export default class PaymentTotals {
  protected readonly totals = use('paymentTotals');

  @summary('Add up payments and refunds of the last days by day and gateway')
  @requires('admin_trade')
  @accepts(conditions)
  @returns(listOf(paymentTotal), 'public')
  search({ input: { days } }: Call<object, InputOf<typeof conditions>>) {
    return this.totals.ofLast(days);
  }
}
