import type { Services, SourceOfShape } from 'lectern';
import type { Database, Statement } from '../../database/index.ts';
import type { Attempts } from '../../limits/index.ts';
import { failures } from '../failures.ts';
import type { coupon } from '../shapes/coupon.ts';
import { ANY_GOODS } from '../words.ts';
import { couponOf, type CouponRow } from './coupon_rows.ts';
import type { Deadlines } from './deadlines.ts';
import * as statements from './statements.ts';

export interface Buyer {
  readonly userId: string;
}

/** What is to be bought. */
export interface PricedGoods {
  readonly targetType: string;
  readonly targetId: string;
  /** Minor units. */
  readonly price: number;
}

/** What is to be bought, with its name where coupons are shown. */
export interface Goods extends PricedGoods {
  readonly title?: string;
}

/** What a coupon takes off a price. */
export interface Quote {
  readonly code: string;
  /** Minor units; at least 1, at most the price. */
  readonly deductAmount: number;
}

/** A coupon that its owner can use for certain goods: the shape of coupons in mode `public`. */
export type UsableCoupon = SourceOfShape<typeof coupon, 'public'> & { readonly deductAmount: number };

const HOUR = 3_600;
const MOST_LISTED = 100;

/** What the conditions of a coupon are compared with. */
interface Case {
  readonly userId: string;
  readonly targetType: string;
  readonly targetId: string;
  readonly price: number;
  readonly today: string;
}

type Priced = { readonly code: string; readonly deductAmount: string };

/**
 * Coupons and what they are worth. One coupon goes with one order: `take` binds it to the order that is made, `use` spends
 * it when that is paid, `free` gives it back when it is closed.
 */
export class Coupons {
  readonly #clock: Services['clock'];
  readonly #database: Database;
  readonly #deadlines: Deadlines;
  readonly #wrongCodes: Attempts;
  readonly #usable: Statement<CouponRow & Priced, Case & { limit: number }>;
  readonly #quote: Statement<Priced & { isOwn: boolean; isTakeable: boolean }, Case & { code: string }>;
  readonly #take: Statement<Priced, Case & { code: string; orderSn: string; now: Date }>;
  readonly #use: Statement<{ code: string }, { orderSn: string; now: Date }>;
  readonly #free: Statement<object, { orderSn: string }>;
  readonly #held: Statement<object, { orderSn: string }>;

  constructor({
    clock,
    couponDeadlines,
    couponsConfig,
    database,
    limits,
  }: Pick<Services, 'clock' | 'couponDeadlines' | 'couponsConfig' | 'database' | 'limits'>) {
    this.#clock = clock;
    this.#database = database;
    this.#deadlines = couponDeadlines;
    const rule = { points: couponsConfig.wrongCodesPerHour, seconds: HOUR, keepsFailures: true };
    this.#wrongCodes = limits.attempts('coupon-codes', rule);
    const { usable, quote, take, use, free, isHeld } = statements;
    this.#usable = database.statement((q, param) => q.raw(usable.sql, usable.params.map(param)));
    this.#quote = database.statement((q, param) => q.raw(quote.sql, quote.params.map(param)));
    this.#take = database.statement((q, param) => q.raw(take.sql, take.params.map(param)));
    this.#use = database.statement((q, param) => q.raw(use.sql, use.params.map(param)));
    this.#free = database.statement((q, param) => q.raw(free.sql, free.params.map(param)));
    this.#held = database.statement((q, param) => q.raw(isHeld.sql, isHeld.params.map(param)));
  }

  /** The coupons of a user that lower the price of certain goods, the best first; at most 100. */
  async usableFor({ userId }: Buyer, { title, ...goods }: Goods): Promise<UsableCoupon[]> {
    const rows = await this.#usable.all({ ...this.#case({ userId, ...goods }), limit: MOST_LISTED });
    return rows.map((row) => ({
      target: row.targetType === ANY_GOODS || title === undefined ? null : { id: goods.targetId, title },
      ...couponOf(row, this.#deadlines),
      deductAmount: Number(row.deductAmount),
    }));
  }

  /**
   * What a coupon would take off a price, without taking it. Call it outside of transactions: wrong codes are counted.
   * @throws failures.couponUnusable for whatever reason it cannot be used for these goods by this user
   * @throws tooManyRequests after too many wrong codes, right or wrong, but for coupons that are the user's own
   */
  async quote(code: string, { userId, ...goods }: Buyer & PricedGoods): Promise<Quote> {
    const found = await this.#quote.first({ ...this.#case({ userId, ...goods }), code });
    const isUsable = found?.isTakeable ?? false;
    // Who owns a coupon has not guessed its code.
    if (!found?.isOwn) await this.#wrongCodes.check(userId, () => Promise.resolve(isUsable));
    return quoteOf(isUsable ? found : undefined);
  }

  /**
   * Binds a coupon to an order, within the transaction that makes it; one that was nobody's is the user's from then on.
   * Of several orders at once, one gets it.
   * @throws failures.couponUnusable for whatever reason it cannot be used for these goods by this user
   * @throws Error outside of `database.transaction()`
   */
  async take(code: string, { orderSn, userId, ...goods }: Buyer & PricedGoods & { orderSn: string }): Promise<Quote> {
    if (!this.#database.inTransaction) throw outsideTransaction();
    const now = this.#clock.now();
    return quoteOf(await this.#take.first({ ...this.#case({ userId, ...goods }), code, orderSn, now }));
  }

  /** Spends the coupon that is bound to an order. @returns its code; null when none is bound to it */
  async use(orderSn: string): Promise<string | null> {
    return (await this.#use.first({ orderSn, now: this.#clock.now() }))?.code ?? null;
  }

  /** Gives the coupon that is bound to an order back to its owner. One that was spent stays so. */
  async free(orderSn: string): Promise<void> {
    await this.#free.all({ orderSn });
  }

  /** Whether a coupon is bound to an order and not spent yet. */
  async isHeld(orderSn: string): Promise<boolean> {
    return (await this.#held.first({ orderSn })) !== undefined;
  }

  #case({ userId, targetType, targetId, price }: Buyer & PricedGoods): Case {
    return { userId, targetType, targetId, price, today: this.#deadlines.date() };
  }
}

function quoteOf(found: Priced | undefined): Quote {
  if (!found) throw failures.couponUnusable();
  return { code: found.code, deductAmount: Number(found.deductAmount) };
}

function outsideTransaction(): Error {
  return new Error(
    'coupons.take() was called outside of a transaction, so that the coupon would be bound to an order that may never ' +
      'be made. Call it inside of database.transaction(), together with what makes the order.',
  );
}
