import type { Picture } from 'lectern';

/** What somebody asks to buy. */
export interface ProductRequest {
  readonly userId: string;
  readonly targetId: string;
  /** Unit of what is sold by time. */
  readonly unit: 'month' | 'year' | undefined;
  /** How many units. */
  readonly num: number | undefined;
}

/** What is for sale, at the price of this moment; an order freezes it. */
export interface Offer {
  readonly title: string;
  readonly cover: Picture | null;
  /** Price in RMB, minor units. */
  readonly price: number;
  /** Percent of the price that coins may pay. */
  readonly maxRate: number;
  /** For what is sold by time: the unit, how many of it, and the kind of purchase. */
  readonly period?: { readonly unit: 'month' | 'year'; readonly duration: number; readonly buyType: BuyType };
  /** Whether one user can have it only once. A second order for it cannot be paid then. */
  readonly once?: boolean;
  /** What the delivery has to know, kept with the order as JSON. */
  readonly terms?: Readonly<Record<string, unknown>>;
}

export type BuyType = 'new' | 'renew' | 'upgrade';

/**
 * A kind of goods; modules contribute theirs to the extension point `products`. Core knows no other way to sell, so that
 * a new kind needs no change there.
 *
 * @example
 * class Tickets implements Product {
 *   readonly targetType = 'ticket';
 *   async offer({ targetId }: ProductRequest): Promise<Offer> {
 *     const ticket = await this.tickets.get(targetId);
 *     return { title: ticket.title, cover: null, price: ticket.price, maxRate: 100 };
 *   }
 * }
 * export default { ticketProduct: contributes('products', asClass(Tickets)) };
 */
export interface Product {
  /** What `targetType` says. */
  readonly targetType: string;
  /**
   * What `request` would buy now.
   * @throws a failure of code 10 and status 404 when there is no such goods, or not for this user to see
   * @throws notForSale when it cannot be bought, because the user has it already, say
   * @throws invalidParameter when the unit or number is not sold
   */
  offer(request: ProductRequest): Promise<Offer>;
}
