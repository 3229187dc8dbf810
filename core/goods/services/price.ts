import type { PriceChange } from '../inputs.ts';
import { wrongField } from './wrong_field.ts';

/**
 * Returns the price 0 for goods that a manager makes free, and no column for other changes.
 * @throws standardFailures.invalidParameter for a price of free goods
 */
export function priceColumns({ isFree, price }: PriceChange, wasFree: boolean): object {
  if ((isFree ?? wasFree) && price) throw wrongField('price', '0, because isFree is true');
  return isFree ? { price: 0 } : {};
}
