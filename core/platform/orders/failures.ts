import { defineFailures } from 'lectern';

/** Failures of orders and payment that several endpoints share (specification, section 7). */
export const orderFailures = defineFailures({
  payPasswordMissing: [2000, 400, 'A payment with coins requires the payment password; send it as payPassword.'],
  payPasswordWrong: [
    2002,
    500,
    "The payment password is wrong, or is not encrypted with XXTEA and the platform's key.",
  ],
  orderNotFound: [2004, 400, 'There is no such order.'],
  notYourOrder: [2006, 400, 'The order belongs to another user.'],
  payPasswordNotSet: [
    2008,
    400,
    'A payment with coins requires a payment password, and none is set; set one with PATCH /me/pay_password.',
  ],
  tooManyCoins: [2009, 400, 'The number of coins exceeds the maximum for this order; use fewer coins.'],
  notForSale: [20007, 400, 'The goods cannot be bought.'],
});

/** Failures of further endpoints (specification, section 4, Further endpoints). */
export const failures = defineFailures({
  noSuchGoods: [10, 404, 'The goods do not exist.'],
  noSuchOrder: [10, 404, 'There is no such order.'],
  foreignOrder: [13, 403, 'Only the owner of an order and managers of orders may read or close the order.'],
  notClosable: [14, 409, 'Only an unpaid order can be closed; a manager of orders can refund a paid one.'],
});
