import { defineFailures } from 'lectern';

/** Failures of orders and payment that the specification's table lists for several endpoints (section 7). */
export const orderFailures = defineFailures({
  payPasswordMissing: [2000, 400, 'Coins are used with the payment password only; it was not given.'],
  payPasswordWrong: [2002, 500, 'The payment password is wrong.'],
  orderNotFound: [2004, 400, 'There is no such order.'],
  notYourOrder: [2006, 400, 'The order is not yours.'],
  payPasswordNotSet: [2008, 400, 'A payment password has to be set before coins can be used.'],
  tooManyCoins: [2009, 400, 'That is more coins than the order may be paid with.'],
  notForSale: [20007, 400, 'This cannot be bought.'],
});

/** Failures of endpoints beyond the specification. */
export const failures = defineFailures({
  noSuchGoods: [10, 404, 'There are no such goods.'],
  noSuchOrder: [10, 404, 'There is no such order.'],
  foreignOrder: [13, 403, 'An order is shown to nobody but its owner.'],
  notClosable: [14, 409, 'Only an order that was not paid can be closed.'],
});
