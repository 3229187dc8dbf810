import { use, type SourceOfShape } from 'lectern';
import type { Statement } from '../../../infrastructure/database/index.ts';
import type { Attempts } from '../../../infrastructure/limits/index.ts';
import { failures } from '../failures.ts';
import type { coupon } from '../shapes/coupon.ts';
import { ANY_GOODS } from '../enums.ts';
import { couponOf, type CouponRow } from './coupon_rows.ts';
import * as statements from './statements.ts';

export interface Buyer {
  readonly userId: string;
}

/** Goods and their price, from which a coupon is deducted. */
export interface PricedGoods {
  readonly targetType: string;
  readonly targetId: string;
  /** In hundredths of RMB. */
  readonly price: number;
}

/** Priced goods, with the title that answers show with a coupon. */
export interface Goods extends PricedGoods {
  readonly title?: string;
}

/** The deduction of a coupon from the price of certain goods. */
export interface Quote {
  readonly code: string;
  /** In hundredths of RMB; at least 1, at most the price. */
  readonly deductAmount: number;
}

/** A coupon that its owner can use for certain goods, as the shape `Coupon` in mode `public` shows it. */
export type UsableCoupon = SourceOfShape<typeof coupon, 'public'> & { readonly deductAmount: number };

const HOUR_SECONDS = 3_600;
const MAX_LISTED = 100;

/** A purchase that a coupon has to fit: buyer, goods, price and date. */
interface Case {
  readonly userId: string;
  readonly targetType: string;
  readonly targetId: string;
  readonly price: number;
  readonly today: string;
}

type Priced = { readonly code: string; readonly deductAmount: string };

/**
 * Computes the deductions of coupons, and binds coupons to orders. A coupon applies to one order. `take` binds the
 * coupon, `use` marks the coupon as used at the payment, and `free` releases the coupon when the order closes.
 *
 * @example
 * const { deductAmount } = await coupons.quote(code, { userId, targetType: 'course', targetId, price });
 */
export class Coupons {
  readonly #clock = use('clock');
  readonly #database = use('database');
  readonly #deadlines = use('couponDeadlines');
  readonly #wrongCodes: Attempts = use('limits').attempts('coupon-codes', {
    points: use('couponsConfig').wrongCodesPerHour,
    seconds: HOUR_SECONDS,
    keepsFailures: true,
  });
  readonly #usable: Statement<CouponRow & Priced, Case & { limit: number }> = this.#database.statement(
    statements.usable,
  );
  readonly #quote: Statement<Priced & { isOwn: boolean; isTakeable: boolean }, Case & { code: string }> =
    this.#database.statement(statements.quote);
  readonly #take: Statement<Priced, Case & { code: string; orderSn: string; now: Date }> = this.#database.statement(
    statements.take,
  );
  readonly #use: Statement<{ code: string }, { orderSn: string; now: Date }> = this.#database.statement(statements.use);
  readonly #free: Statement<object, { orderSn: string }> = this.#database.statement(statements.free);
  readonly #held: Statement<object, { orderSn: string }> = this.#database.statement(statements.isHeld);

  /** Returns at most 100 coupons that a user can use for certain goods, the largest deduction first. */
  async usableFor({ userId }: Buyer, { title, ...goods }: Goods): Promise<UsableCoupon[]> {
    const rows = await this.#usable.all({ ...this.#case({ userId, ...goods }), limit: MAX_LISTED });
    return rows.map((row) => ({
      target: row.targetType === ANY_GOODS || title === undefined ? null : { id: goods.targetId, title },
      ...couponOf(row, this.#deadlines),
      deductAmount: Number(row.deductAmount),
    }));
  }

  /**
   * Returns the deduction of a coupon, without binding the coupon to an order. Call `quote` outside of transactions,
   * because the counter of wrong codes throws an Error in an open transaction.
   * @throws failures.couponUnusable when this user cannot use the coupon for these goods, for any reason
   * @throws standardFailures.tooManyRequests after too many wrong codes, even for a right code, but not for a coupon of
   *   the user; unavailable
   */
  async quote(code: string, { userId, ...goods }: Buyer & PricedGoods): Promise<Quote> {
    const found = await this.#quote.first({ ...this.#case({ userId, ...goods }), code });
    const isUsable = found?.isTakeable ?? false;
    // The owner of a coupon knows its code, so that the attempt is no guess.
    if (!found?.isOwn) await this.#wrongCodes.check(userId, () => Promise.resolve(isUsable));
    return quoteOf(isUsable ? found : undefined);
  }

  /**
   * Binds a coupon to an order, in the transaction that creates the order. The buyer becomes the owner of an unclaimed
   * coupon. Of several concurrent orders, only one gets the coupon.
   * @throws failures.couponUnusable when this user cannot use the coupon for these goods, for any reason
   * @throws Error outside of `database.transaction()`
   */
  async take(code: string, { orderSn, userId, ...goods }: Buyer & PricedGoods & { orderSn: string }): Promise<Quote> {
    if (!this.#database.inTransaction) throw outsideTransaction();
    const now = this.#clock.now();
    return quoteOf(await this.#take.first({ ...this.#case({ userId, ...goods }), code, orderSn, now }));
  }

  /** Marks the coupon of an order as used. @returns the coupon code; null when no coupon is bound to the order */
  async use(orderSn: string): Promise<string | null> {
    return (await this.#use.first({ orderSn, now: this.#clock.now() }))?.code ?? null;
  }

  /** Releases the coupon of an order for its owner. A used coupon stays used. */
  async free(orderSn: string): Promise<void> {
    await this.#free.all({ orderSn });
  }

  /** Whether an order has a bound coupon that is not used yet. */
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
    'coupons.take() was called outside of a transaction: the coupon would stay bound when its order is rolled back; ' +
      'call it inside of database.transaction(), together with the insertion of the order.',
  );
}
