import { field, shape } from 'lectern';

/** The cash of a user, from payments that could not pay their trade. */
export const cashBalance = shape('CashBalance').mode('public', {
  userId: field.intString('Id of the user whose cash account it is.'),
  cash: field.money('RMB in the account, which can be paid out.'),
});

/** Cash that was transferred to a user. */
export const payout = shape('Payout').mode('public', {
  id: field.intString('Id.'),
  userId: field.intString('Id of the user whose cash account it is.'),
  amount: field.money('Transferred amount in RMB.'),
  reference: field.text('Number of the bank transfer, as the manager gave it.'),
  paidBy: field.nullable(field.intString('Id of the manager who recorded the payout; null for the command line.')),
  createdTime: field.datetime('Time when the payout was recorded; the transfer was before.'),
});
