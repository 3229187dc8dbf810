import { violatedUnique } from '../../../infrastructure/database/index.ts';
import { orderFailures } from '../failures.ts';

/** Whether an error reports that another order has paid for the same goods, which a user can buy only once. */
export function isBoughtTwice(error: unknown): boolean {
  return violatedUnique(error) === 'orders_once';
}

/** Awaits a payment. @returns its result @throws orderFailures.notForSale when another order has paid for the goods */
export async function unlessBoughtTwice<T>(payment: Promise<T>): Promise<T> {
  try {
    return await payment;
  } catch (error) {
    if (isBoughtTwice(error)) throw boughtAlready();
    throw error;
  }
}

export function boughtAlready() {
  return orderFailures.notForSale({ message: 'You have bought these goods already.' });
}
