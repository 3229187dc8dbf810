import type { PriceChange } from '../inputs.ts';
import { wrongField } from './wrong_field.ts';

/**
 * Returns the new value of the price column when a manager edits goods; goods that become free cost 0.
 * @throws invalidParameter for a price of free goods
 */
export function priceColumns({ isFree, price }: PriceChange, wasFree: boolean): object {
  if ((isFree ?? wasFree) && price) throw wrongField('price', '0, because isFree is true');
  return isFree ? { price: 0 } : {};
}
