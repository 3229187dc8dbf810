import { use } from 'lectern';
import type { IdempotentAttempt } from '../../../infrastructure/idempotency/index.ts';
import { together } from '../../../infrastructure/database/index.ts';
import type { Movement } from '../../ledger/index.ts';
import { cashDue, isUnpaid, orderFailures, unlessBoughtTwice, type Order } from '../../orders/index.ts';
import type { Trade } from '../trade.ts';
import type { Payer } from './payment_initiations.ts';
import { COIN } from './gateways.ts';
import { answerFor, type TradeAnswer } from './trade_answers.ts';
import type { NewTrade } from './trades.ts';

/** A payment of an order that has passed all checks. */
export interface Purchase {
  readonly order: Order;
  readonly gateway: string;
  /** Coins to use, in hundredths. */
  readonly coins: number;
  readonly payer: Payer;
}

/** Pays orders. Coins alone pay immediately; cash pays when the payment platform reports the payment. */
export class Purchases {
  readonly #initiations = use('paymentInitiations');
  readonly #events = use('events');
  readonly #holds = use('holds');
  readonly #ledger = use('ledger');
  readonly #orders = use('orders');
  readonly #trades = use('trades');

  /**
   * Pays an order with coins, or starts a payment with cash. Of concurrent attempts, only one pays.
   * @throws orderFailures.notForSale when the order was paid or closed, or another order bought its goods
   * @throws ledgerFailures.insufficientBalance; conflict for a cancelled trade
   * @throws unavailable when the payment platform is unreachable or refuses the payment
   */
  async carryOut(purchase: Purchase, attempt: IdempotentAttempt<TradeAnswer>): Promise<TradeAnswer> {
    const { order, coins, payer } = purchase;
    const cash = cashDue(order, coins);
    if (cash === 0) return unlessBoughtTwice(attempt.answer(() => this.#payAtOnce(purchase)));
    const sn = attempt.made ?? (await attempt.make(async () => (await this.#open(purchase, cash)).sn));
    const trade = await this.#trades.get(sn);
    const begun = await this.#initiations.of(trade, { title: order.title, ...payer });
    return attempt.answer(() => this.#initiations.keep(trade, begun));
  }

  /** Returns the answer for a paid order: the trade that paid the order, without payment data. */
  async answerForPaid(order: Order): Promise<TradeAnswer> {
    const paid = await this.#trades.ofOrder(order.sn, 'paid');
    return answerFor(paid ?? (await this.#freeTrade(order)), null);
  }

  async #payAtOnce({ order: { sn: orderSn }, coins, gateway }: Purchase): Promise<TradeAnswer> {
    const order = await this.#orders.lock(orderSn);
    if (!isUnpaid(order)) return this.#answerForEnded(order);
    await this.#holds.releaseOf(order);
    const { userId, couponCode } = order;
    const tradeSn = this.#trades.newNumber();
    const movement: Movement = { from: { userId, kind: 'coin' }, to: 'coin.sales', amount: coins };
    const [trade, , { events }, event] = await together([
      this.#insert(order, { sn: tradeSn, gateway, coins, cash: 0, status: 'paid' }),
      this.#ledger.post({ reason: 'order.paid', orderSn, tradeSn, couponCode }, [movement]),
      this.#orders.pay(order, { coins, cash: 0 }),
      this.#events.publish('trade.paid', { tradeSn, orderSn, userId, type: 'purchase', gateway, coins, cash: 0 }),
    ]);
    if (trade.sn !== tradeSn)
      throw new Error(
        `The unpaid order ${orderSn} already has the paid trade ${trade.sn}. Find out whether the money of the trade has arrived; then set the order to paid, or the trade to closed, in the database.`,
      );
    return answerFor(trade, null, [...events, event]);
  }

  /**
   * Returns the open trade with this gateway and these amounts, or replaces the open trade of the order by a new one.
   */
  async #open({ order: { sn: orderSn }, coins, gateway }: Purchase, cash: number): Promise<Trade> {
    const order = await this.#orders.lock(orderSn);
    if (!isUnpaid(order))
      throw orderFailures.notForSale({
        message: 'The order has been paid or closed meanwhile; GET /orders/{sn} shows its state.',
      });
    const open = await this.#trades.ofOrder(orderSn, 'paying');
    if (open?.gateway === gateway && open.coins === coins && open.cash === cash) return open;
    if (open) await this.#holds.release(open);
    const trade = await this.#insert(order, { gateway, coins, cash, status: 'paying' });
    await this.#holds.hold(trade);
    await this.#orders.begin(order);
    return trade;
  }

  async #answerForEnded(order: Order): Promise<TradeAnswer> {
    if (order.status === 'closed')
      throw orderFailures.notForSale({ message: 'The order is closed; make a new order.' });
    return this.answerForPaid(order);
  }

  /** Inserts a trade of amount 0, for an order that cost nothing and was paid without a trade. */
  #freeTrade(order: Order): Promise<Trade> {
    return this.#insert(order, { gateway: COIN, coins: 0, cash: 0, status: 'paid' });
  }

  #insert(
    { sn: orderSn, userId, closesAt: expiresAt }: Order,
    parts: Pick<NewTrade, 'sn' | 'gateway' | 'coins' | 'cash' | 'status'>,
  ): Promise<Trade> {
    return this.#trades.insert({ ...parts, userId, orderSn, expiresAt, type: 'purchase', boughtCoins: 0 });
  }
}
