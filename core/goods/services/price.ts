import type { PriceChange } from '../inputs.ts';
import { wrongField } from './wrong_field.ts';

/**
 * Columns of what is said of the price; what is free costs 0.
 * @throws invalidParameter when it is free and has a price
 */
export function priceColumns({ isFree, price, originPrice }: PriceChange, wasFree: boolean): object {
  const free = isFree ?? wasFree;
  if (free && price) throw wrongField('price', '0, because it is free');
  return {
    ...(isFree !== undefined && { is_free: isFree }),
    ...(price !== undefined && { price }),
    ...(isFree && { price: 0 }),
    ...(originPrice !== undefined && { origin_price: originPrice }),
  };
}
