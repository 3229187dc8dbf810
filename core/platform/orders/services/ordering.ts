import { use, type Events } from 'lectern';
import { ledgerFailures } from '../../ledger/index.ts';
import { orderFailures } from '../failures.ts';
import type { Offer } from '../product.ts';
import { amountDue, mostCoins } from './amounts.ts';
import { unlessBoughtTwice } from './bought_twice.ts';
import { coinTerms, type CoinTerms } from './coin_terms.ts';
import { orderColumns, orderOf, type OrderRow } from './order_rows.ts';
import type { RequestedGoods } from './products.ts';
import { serialNumber } from './serial_numbers.ts';

const HOUR_MS = 3_600_000;

export interface OrderRequest extends RequestedGoods {
  readonly couponCode: string | undefined;
  /** Requested coins, in hundredths. */
  readonly coins: number;
  /** Payment password, encrypted by the client. */
  readonly payPassword: string | undefined;
}

interface CheckedOrder {
  readonly request: OrderRequest;
  readonly offer: Offer;
  readonly terms: CoinTerms;
}

/** Number and id of a new order, and the ids of the events to wait for. */
export interface MadeOrder {
  readonly id: string;
  readonly sn: string;
  readonly events: readonly string[];
}

/**
 * Creates orders: checks the request, and fixes price, coupon and coins. `Orders` reads and changes them afterwards.
 */
export class Ordering {
  readonly #clock = use('clock');
  readonly #config = use('ordersConfig');
  readonly #coupons = use('coupons');
  readonly #creating = use('eventChecks').before('order.creating');
  readonly #database = use('database');
  readonly #ledger = use('ledger');
  readonly #orders = use('orders');
  readonly #payPasswords = use('payPasswords');
  readonly #products = use('products');
  readonly #requests = use('orderRequests');
  readonly #settings = use('settings');
  readonly #insert = this.#database.statement(insertSql);

  /**
   * Creates an order; repeated requests with one key create only one order.
   * @returns the number and id of the order, and the ids of its events
   * @throws invalidParameter, the failures of `OrderRequests.carryOut`, and those of the checks
   */
  async order(request: OrderRequest, { key, body }: { key: string | undefined; body: object }): Promise<MadeOrder> {
    const { userId, targetType } = request;
    this.#products.mustBeSold(targetType);
    return this.#requests.carryOut<MadeOrder>({ key, userId, operation: 'POST /orders', body }, async (attempt) => {
      const checked = await this.#check(request);
      const made = () => this.#creating(creationOf(checked), () => this.#make(checked));
      return unlessBoughtTwice(attempt.answer(made));
    });
  }

  /**
   * Checks the goods of a request, then the coupon, then the coins. Must run outside of transactions.
   * @throws the failures of the product, of `Coupons.quote`, of orders, of payment passwords and of the ledger
   */
  async #check(request: OrderRequest): Promise<CheckedOrder> {
    const { userId, targetType, targetId, couponCode, coins } = request;
    const offer = await this.#products.offer(request);
    const { price } = offer;
    const coupon =
      couponCode === undefined
        ? undefined
        : await this.#coupons.quote(couponCode, { userId, targetType, targetId, price });
    const due = amountDue({ total: price, couponAmount: coupon?.deductAmount ?? 0 });
    const terms = await coinTerms(this.#settings);
    if (coins > 0) await this.#authorise(request, mostCoins(offer, terms, due));
    return { request, offer, terms };
  }

  /**
   * Creates the order in the open transaction. An order that costs nothing is paid immediately. @throws couponUnusable
   */
  async #make({ request, offer, terms }: CheckedOrder): Promise<MadeOrder> {
    const { userId, targetType, targetId, couponCode, coins } = request;
    const now = this.#clock.now();
    const sn = serialNumber(now);
    const { price, period } = offer;
    const goods = { userId, targetType, targetId, price };
    const coupon =
      couponCode === undefined ? undefined : await this.#coupons.take(couponCode, { orderSn: sn, ...goods });
    const couponAmount = coupon?.deductAmount ?? 0;
    const due = amountDue({ total: price, couponAmount });
    const row = await this.#insert.first({
      sn,
      user_id: userId,
      target_type: targetType,
      target_id: targetId,
      title: offer.title,
      total: price,
      coupon_code: coupon?.code ?? null,
      coupon_amount: couponAmount,
      authorised_coins: coins,
      coin_rate: terms.rate,
      max_coins: mostCoins(offer, terms, due),
      unit: period?.unit ?? null,
      num: period?.duration ?? null,
      buy_type: period?.buyType ?? null,
      once: offer.once ?? false,
      terms: JSON.stringify(offer.terms ?? {}),
      created_at: now,
      closes_at: new Date(now.getTime() + this.#config.closeAfterHours * HOUR_MS),
    });
    const order = orderOf(row as OrderRow);
    const events = [await this.#orders.publish('order.created', order)];
    if (due === 0) events.push(...(await this.#orders.pay(order, { coins: 0, cash: 0 })).events);
    return { id: order.id, sn, events };
  }

  async #authorise({ userId, coins, payPassword }: OrderRequest, most: number): Promise<void> {
    if (payPassword === undefined) throw orderFailures.payPasswordMissing();
    if (!(await this.#payPasswords.isSet(userId))) throw orderFailures.payPasswordNotSet();
    if (!(await this.#payPasswords.isRight(userId, payPassword))) throw orderFailures.payPasswordWrong();
    if (coins > most) throw orderFailures.tooManyCoins();
    const { cash: balance } = await this.#ledger.coinAccount(userId);
    if (coins > balance) throw ledgerFailures.insufficientBalance();
  }
}

function creationOf({ request, offer }: CheckedOrder): Events['order.creating'] {
  const { userId, targetType, targetId, couponCode = null, coins } = request;
  const { title, price: total, period } = offer;
  return { userId, targetType, targetId, title, total, couponCode, coins, buyType: period?.buyType ?? null };
}

const insertColumns = [
  'sn',
  'user_id',
  'target_type',
  'target_id',
  'title',
  'total',
  'coupon_code',
  'coupon_amount',
  'authorised_coins',
  'coin_rate',
  'max_coins',
  'unit',
  'num',
  'buy_type',
  'once',
  'terms',
  'created_at',
  'closes_at',
] as const;

/** An order and its first step refer to each other, so one statement inserts both. */
const insertSql = `
  with made as (
    insert into orders (${insertColumns.join(', ')}, status, step)
    values (${insertColumns.map((column) => `:${column}`).join(', ')}, 'created', 0)
    returning ${orderColumns}
  ),
  first_step as (
    insert into order_steps (order_id, step, status, last, created_at) select id, 0, 'created', true, "createdAt" from made
  )
  select * from made`;
