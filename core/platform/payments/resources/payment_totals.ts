import { accepts, input, listOf, requires, resource, returns, summary, use, field, shape, type Call } from 'lectern';

/** Payments and refunds of one gateway on one day. */
const paymentTotal = shape('PaymentTotal').mode('public', {
  day: field.date('Day in the zone of this installation.'),
  gateway: field.text('Payment method: name of a gateway, or Coin.'),
  payments: field.int('Number of payments on this day.'),
  paidCash: field.money('RMB that were paid on this day.'),
  refundedCash: field.money('RMB of the refunds that were done on this day, whatever the day of the payment.'),
  netCash: field.money('Paid minus refunded RMB; negative if more was refunded than paid.'),
  paidCoins: field.money('Coins that were paid on this day.'),
  refundedCoins: field.money('Coins of the refunds that were done on this day.'),
  netCoins: field.money('Paid minus refunded coins; negative if more was refunded than paid.'),
});

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
  search({ input: { days } }: Call<object, typeof conditions>) {
    return this.totals.ofLast(days);
  }
}
