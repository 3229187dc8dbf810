import { Failure, standardFailures, use } from 'lectern';
import { isInstance } from '../../../hosting/internals.ts';
import { together, type Statement } from '../../../infrastructure/database/index.ts';
import { orderFailures } from '../failures.ts';
import type { Order } from '../order.ts';
import type { Offer, Product, ProductRequest } from '../product.ts';
import { boughtAlready } from './bought_twice.ts';

const OUTDATED = 'Your membership has changed since the order; close the order, and order again.';

export interface RequestedGoods extends ProductRequest {
  readonly targetType: string;
}

type Bought = Pick<RequestedGoods, 'userId' | 'targetType' | 'targetId'>;

/**
 * The kinds of goods of all modules, by `targetType`.
 *
 * @example
 * const goods = { targetType: 'course', targetId, unit: undefined, num: undefined };
 * const { title, price } = await products.offer({ userId, ...goods });
 */
export class Products {
  readonly #contributions = use('contributions');
  readonly #logger = use('logger');
  readonly #bought: Statement<object, Bought> = use('database')
    .statement(`select from orders where user_id = :userId and target_type = :targetType and target_id = :targetId
           and once and status in ('paid', 'success', 'fail', 'refunding')`);
  #byType: ReadonlyMap<string, Product> | undefined;

  /** Logs an error for each kind of goods that no subscriber delivers. */
  ready(): void {
    for (const [targetType, product] of this.#all()) {
      if (this.#isDelivered(targetType)) continue;
      const contributor = this.#contributions.moduleOf(product);
      const problem = `The product "${targetType}" of module '${contributor}' is sold, but never delivered`;
      const fix = `write deliverySubscriber('${targetType}', ...) in a file of subscribers/`;
      this.#logger.error({ contributor }, `${problem}; ${fix}.`);
    }
  }

  /**
   * Returns the current offer of the requested goods.
   * @throws invalidParameter, and the failure of the product for missing goods
   * @throws orderFailures.notForSale, also when another order has paid for goods that a user can buy only once
   */
  async offer({ userId, targetType, targetId, unit, num }: RequestedGoods): Promise<Offer> {
    const product = this.#of(targetType);
    const [offer, bought] = await together([
      product.offer({ userId, targetId, unit, num }),
      this.#bought.first({ userId, targetType, targetId }),
    ]);
    if (!isOffer(offer)) throw this.#noOffer(product);
    if (offer.once && bought) throw boughtAlready();
    return offer;
  }

  /**
   * Returns the name of the membership of the user that includes the goods, otherwise undefined.
   * @throws invalidParameter
   */
  async coveredBy({ targetType, ...request }: RequestedGoods): Promise<string | undefined> {
    return this.#of(targetType).coveredBy?.(request);
  }

  get kinds(): readonly string[] {
    return [...this.#all().keys()];
  }

  /** Ensures that a module sells this kind of goods. @throws invalidParameter */
  mustBeSold(targetType: string): void {
    this.#of(targetType);
  }

  /** Whether a subscriber of paid and refunded orders takes this kind of goods. */
  #isDelivered(targetType: string): boolean {
    return this.#contributions.of('subscribers').some(({ events, where, observes = false }) => {
      const hears = !observes && events.includes('order.paid') && events.includes('order.refunded');
      return hears && (where['targetType'] ?? targetType) === targetType;
    });
  }

  #noOffer(product: Product): Error {
    const module = this.#contributions.moduleOf(product);
    const fix = 'return title, cover, price (whole hundredths of RMB, from 0) and maxRate (whole, 0 to 100)';
    return new TypeError(
      `offer() of the product "${product.targetType}" of module ${module} returned an invalid offer; ${fix}.`,
    );
  }

  /** Returns the product of a kind of goods; of two products, that of the later module. @throws invalidParameter */
  #of(targetType: string): Product {
    const products = this.#all();
    const found = products.get(targetType);
    if (found) return found;
    const message = `must be one of ${[...products.keys()].join(', ')}`;
    throw standardFailures.invalidParameter.about('targetType', message);
  }

  /**
   * Refuses an order whose goods are not for sale, were bought by another order, or became or ceased to be an upgrade.
   * @throws orderFailures.notForSale
   */
  async mustBeForSale(order: Order): Promise<void> {
    const { userId, targetType, targetId, buyType } = order;
    const goods = { userId, targetType, targetId, unit: order.unit ?? undefined, num: order.num ?? undefined };
    const offer = await this.offer(goods).catch((error: unknown) => {
      if (isInstance(error, Failure)) throw orderFailures.notForSale({ message: error.message });
      throw error;
    });
    // For goods sold by time, the kind of purchase and the price depend on what the buyer has now.
    const kinds = [buyType, offer.period?.buyType ?? null];
    if (kinds[0] !== kinds[1] && kinds.includes('upgrade')) throw orderFailures.notForSale({ message: OUTDATED });
  }

  #all(): ReadonlyMap<string, Product> {
    const each = () => this.#contributions.of('products').map((product) => [product.targetType, product] as const);
    return (this.#byType ??= new Map(each()));
  }
}

function isOffer(value: unknown): value is Offer {
  if (typeof value !== 'object' || value === null) return false;
  const { title, cover, price, maxRate } = value as Readonly<Record<keyof Offer, unknown>>;
  const isPrice = Number.isSafeInteger(price) && (price as number) >= 0;
  const isRate = Number.isInteger(maxRate) && (maxRate as number) >= 0 && (maxRate as number) <= 100;
  return typeof title === 'string' && typeof cover === 'object' && isPrice && isRate;
}
