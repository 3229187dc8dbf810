import { use, type SourceOfShape } from 'lectern';
import { coinsFor } from '../../ledger/index.ts';
import type { Offer } from '../product.ts';
import type { orderInfo } from '../shapes/order_info.ts';
import { mostCoins } from './amounts.ts';
import { coinTerms } from './coin_terms.ts';
import type { RequestedGoods } from './products.ts';

/** Preview of an order (specification, section 2, OrderInfo). */
export type OrderPreview = SourceOfShape<typeof orderInfo, 'public'>;

export class Previews {
  readonly #coupons = use('coupons');
  readonly #ledger = use('ledger');
  readonly #payPasswords = use('payPasswords');
  readonly #products = use('products');
  readonly #settings = use('settings');
  readonly #users = use('users');

  /**
   * Returns the current preview of an order.
   * @throws invalidParameter, the failure of the product for missing goods, orderFailures.notForSale
   */
  async of(requested: RequestedGoods): Promise<OrderPreview> {
    const { userId, targetType, targetId } = requested;
    const offer = await this.#products.offer(requested);
    const { title, cover, price, period } = offer;
    const [coins, payer, coveredBy, availableCoupons] = await Promise.all([
      this.#coinPart(offer),
      this.#payer(userId),
      this.#products.coveredBy(requested),
      this.#coupons.usableFor({ userId }, { targetType, targetId, title, price }),
    ]);
    const goods = { targetType, targetId, title, cover, totalPrice: price };
    const time = period && { unitType: period.unit, duration: period.duration, buyType: period.buyType };
    return { ...goods, ...coins, ...payer, availableCoupons, ...time, ...(coveredBy !== undefined && { coveredBy }) };
  }

  async #coinPart(offer: Offer) {
    const terms = await coinTerms(this.#settings);
    const { name: coinName, rate: cashRate, priceType } = terms;
    const coinPayAmount = coinsFor(offer.price, cashRate);
    const maxCoin = mostCoins(offer, terms, offer.price);
    const fullCoinPayable = maxCoin >= coinPayAmount && coinPayAmount > 0;
    return { coinName, cashRate, priceType, coinPayAmount, maxCoin, fullCoinPayable };
  }

  async #payer(userId: string) {
    const [account, hasPayPassword, { verifiedMobile }] = await Promise.all([
      this.#ledger.coinAccount(userId),
      this.#payPasswords.isSet(userId),
      this.#users.profile(userId),
    ]);
    return { account, hasPayPassword, verifiedMobile: verifiedMobile ?? '' };
  }
}
