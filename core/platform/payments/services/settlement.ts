import { use, type Logger } from 'lectern';
import type { Movement } from '../../ledger/index.ts';
import { isBoughtTwice, isUnpaid } from '../../orders/index.ts';
import type { Notice } from '../gateway.ts';
import type { Trade } from '../trade.ts';
import { noticeMeter } from '../notice_meter.ts';
import type { PaymentNotice } from './payment_notices.ts';

type Outcome = PaymentNotice['outcome'];

interface Report extends Notice {
  readonly gateway: string;
}

/**
 * Applies payments that payment platforms report. A payment that cannot pay its trade, such as that of a closed order,
 * is credited to the payer's cash account, and logged.
 */
export class Settlement implements Notices {
  readonly #clock = use('clock');
  readonly #database = use('database');
  readonly #events = use('events');
  readonly #ledger = use('ledger');
  readonly #logger = use('logger');
  readonly #meter = noticeMeter(use('meters'));
  readonly #orders = use('orders');
  readonly #trades = use('trades');

  async receive(gateway: string, notice: Notice, log: Logger = this.#logger): Promise<'accepted' | 'refused'> {
    if (!notice.paid) return 'accepted';
    const report = { ...notice, gateway };
    const outcome = await this.#outcome(report);
    this.#meter(outcome);
    if (outcome === 'paid') return 'accepted';
    const { tradeSn, platformSn, amount } = notice;
    const orderSn = (await this.#trades.find(tradeSn))?.orderSn;
    const isCredited = outcome === 'unapplied';
    const next = isCredited
      ? 'pay the amount out of the cash account of the payer'
      : 'compare the trade with the payment at the payment platform';
    log.warn(
      { gateway, tradeSn, orderSn, platformSn, amount, outcome },
      `A reported payment was not applied to the trade ${tradeSn} (${outcome}); ${next}`,
    );
    return isCredited ? 'accepted' : 'refused';
  }

  async #outcome(report: Report): Promise<Outcome> {
    try {
      return await this.#database.transaction(() => this.#apply(report));
    } catch (error) {
      if (!isBoughtTwice(error)) throw error;
      return this.#database.transaction(() => this.#keepUnapplied(report));
    }
  }

  async #apply(report: Report): Promise<Outcome> {
    const trade = await this.#lock(report.tradeSn);
    if (!trade) return this.#note(report, 'unknown');
    if (trade.gateway !== report.gateway) return this.#note(report, 'wrong_gateway');
    if (trade.status === 'paid' && trade.platformSn === report.platformSn) return 'paid';
    if (trade.cash !== report.amount) return this.#note(report, 'wrong_amount');
    const { orderSn, status } = trade;
    const isOpen = status === 'paying' && (orderSn === null || isUnpaid(await this.#orders.get(orderSn)));
    // A payment that was credited to the cash account before must not pay the trade, too.
    if (!isOpen || (await this.#isNoted(report, 'unapplied'))) return this.#credit(trade, report);
    await this.#trades.move(trade, 'paid');
    await this.#trades.keepPlatformSn(trade, report.platformSn);
    await this.#pay(trade);
    return this.#note(report, 'paid');
  }

  /** Locks the order of a trade, then the trade; all code that locks both uses this sequence. @returns the trade */
  async #lock(sn: string): Promise<Trade | undefined> {
    const known = await this.#trades.find(sn);
    if (known?.orderSn) await this.#orders.lock(known.orderSn);
    return known && this.#trades.lock(sn);
  }

  async #pay(trade: Trade): Promise<void> {
    const { sn: tradeSn, orderSn, userId, type, gateway, coins, cash } = trade;
    const order = orderSn === null ? undefined : await this.#orders.lock(orderSn);
    const reference = { tradeSn, ...(orderSn && { orderSn }), couponCode: order?.couponCode ?? null };
    await this.#ledger.post({ ...reference, reason: `${type}.paid` }, movementsOf(trade));
    if (order) await this.#orders.pay(order, { coins, cash });
    await this.#events.publish('trade.paid', { tradeSn, orderSn, userId, type, gateway, coins, cash });
  }

  /** Credits a payment for goods that another order has bought, in a new transaction. */
  async #keepUnapplied(report: Report): Promise<Outcome> {
    const trade = await this.#lock(report.tradeSn);
    return trade ? this.#credit(trade, report) : 'unknown';
  }

  /** Credits a payment to the cash account of the payer; repeated reports credit nothing more. */
  async #credit({ sn: tradeSn, userId }: Trade, report: Report): Promise<Outcome> {
    if (await this.#isNoted(report, 'unapplied')) return 'unapplied';
    const movement: Movement = { from: 'cash.gateways', to: { userId, kind: 'cash' }, amount: report.amount };
    await this.#ledger.post({ reason: 'payment.unapplied', tradeSn }, [movement]);
    return this.#note(report, 'unapplied');
  }

  async #isNoted({ gateway, platformSn, tradeSn }: Report, outcome: Outcome): Promise<boolean> {
    const notices = this.#database.table('payment_notices');
    const where = { gateway, platform_sn: platformSn, trade_sn: tradeSn, outcome };
    return (await notices.where(where).first('id')) !== undefined;
  }

  async #note({ gateway, tradeSn, platformSn, amount }: Report, outcome: Outcome): Promise<Outcome> {
    const row = { gateway, trade_sn: tradeSn, platform_sn: platformSn, amount, outcome };
    const notices = this.#database.table('payment_notices');
    await notices
      .insert({ ...row, received_at: this.#clock.now() })
      .onConflict()
      .ignore();
    return outcome;
  }
}

function movementsOf({ userId, coins, cash, boughtCoins }: Trade): Movement[] {
  const movements: Movement[] = [{ from: 'cash.gateways', to: 'cash.sales', amount: cash }];
  if (coins > 0) movements.push({ from: 'coin.held', to: 'coin.sales', amount: coins });
  if (boughtCoins > 0) movements.push({ from: 'coin.issued', to: { userId, kind: 'coin' }, amount: boughtCoins });
  return movements;
}

/** Applies verified notices of payment platforms to trades. */
interface Notices {
  /**
   * Applies a notice to its trade; a repeated notice changes nothing.
   * @param log logger of the request, if there is one
   * @returns `accepted`, or `refused` when the trade, the gateway or the amount does not match
   */
  receive(gateway: string, notice: Notice, log?: Logger): Promise<'accepted' | 'refused'>;
}
