import type { Picture } from 'lectern';

/** Argument of `Product.offer`: the buyer and the requested goods. */
export interface ProductRequest {
  readonly userId: string;
  readonly targetId: string;
  /** Unit of time; only for goods sold by time. */
  readonly unit: 'month' | 'year' | undefined;
  /** Number of requested months or years. */
  readonly num: number | undefined;
}

/** Goods for sale, at the current price. An order stores this price. */
export interface Offer {
  readonly title: string;
  readonly cover: Picture | null;
  /** Price in hundredths of RMB. */
  readonly price: number;
  /** Percentage of the price that coins may pay, a whole number from 0 to 100. */
  readonly maxRate: number;
  /** For goods sold by time: unit, number of bought units (none for an upgrade), and kind of purchase. */
  readonly period?: { readonly unit: 'month' | 'year'; readonly duration?: number; readonly buyType: BuyType };
  /** Whether a second order of the same user cannot be paid until the paid one is finished or refunded. */
  readonly once?: boolean;
  /** Data for the delivery, stored with the order as JSON. */
  readonly terms?: Readonly<Record<string, unknown>>;
}

export type BuyType = 'new' | 'renew' | 'upgrade';

/**
 * A kind of goods for sale. Modules contribute products to the extension point `products`; orders accept only these
 * kinds.
 *
 * @example
 * class Tickets implements Product {
 *   readonly targetType = 'ticket';
 *   async offer({ targetId }: ProductRequest): Promise<Offer> {
 *     const ticket = await this.tickets.get(targetId);
 *     return { title: ticket.title, cover: null, price: ticket.price, maxRate: 100 };
 *   }
 * }
 * export default { ticketProduct: contributes('products', Tickets) };
 */
export interface Product {
  /** Value of `targetType` for this kind. */
  readonly targetType: string;
  /**
   * Returns the current offer for a request.
   * @throws a failure with code 10 and status 404 when the goods are missing, or invisible to this user
   * @throws notForSale when the goods cannot be bought, for example because the user has them already
   * @throws invalidParameter when the unit or number is not sold
   */
  offer(request: ProductRequest): Promise<Offer>;
  /**
   * Returns the name of the membership of this user that includes the goods, otherwise undefined. A user with such a
   * membership can join without a purchase. The preview of an order shows the name.
   */
  coveredBy?(request: ProductRequest): Promise<string | undefined>;
}
