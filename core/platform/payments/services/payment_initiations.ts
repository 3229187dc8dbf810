import { standardFailures, use } from 'lectern';
import { GatewayAway, GatewayRefusal, type BegunPayment } from '../gateway.ts';
import type { Trade } from '../trade.ts';
import { platformAway } from './gateways.ts';
import { answerFor, type TradeAnswer } from './trade_answers.ts';

/** Data of the payer for the payment platform. */
export interface Payer {
  /** IP address of the request. */
  readonly address: string;
  /** Id of the payer at the payment platform; present for gateways with `openidFrom`. */
  readonly openid: string | undefined;
}

/** Starts payments at payment platforms. Call `of` outside of transactions, and `keep` in a transaction. */
export class PaymentInitiations {
  readonly #addresses = use('paymentAddresses');
  readonly #gateways = use('gateways');
  readonly #logger = use('logger');
  readonly #trades = use('trades');

  /**
   * Returns the data for the payer: the stored data, or the answer of the payment platform. Without stored data, a paid
   * trade has an empty `payUrl`.
   * @throws unavailable when the payment platform is unreachable or refuses the payment
   * @throws conflict for a cancelled trade
   */
  async of(trade: Trade, about: Payer & { title: string }): Promise<BegunPayment> {
    refuseGivenUp(trade);
    if (trade.begun) return trade.begun;
    if (trade.status === 'paid') return { payUrl: '' };
    const { sn, cash: amount, userId, gateway, createdAt, expiresAt } = trade;
    const urls = { notifyUrl: this.#addresses.notifyUrl(gateway), returnUrl: this.#addresses.returnUrl() };
    const payment = { sn, amount, userId, createdAt, expiresAt, ...urls, ...about };
    try {
      return await this.#gateways.of(trade).begin(payment);
    } catch (err) {
      if (!(err instanceof GatewayAway || err instanceof GatewayRefusal)) throw err;
      this.#logger.warn(
        { err, tradeSn: sn, orderSn: trade.orderSn, gateway },
        `The payment platform of the gateway ${gateway} did not start the payment of the trade ${sn}; the field "err" says why`,
      );
      throw platformAway(
        'The payment platform did not start the payment; try again, or choose another payment method.',
      );
    }
  }

  /** Stores the data of a started payment. @returns the answer for the payer @throws conflict for a cancelled trade */
  async keep(trade: Trade, begun: BegunPayment): Promise<TradeAnswer> {
    const kept = trade.begun ? trade : await this.#trades.keepBegun(trade, begun);
    refuseGivenUp(kept);
    return answerFor(kept, begun);
  }
}

/** @throws conflict for a cancelled trade, whose payment would only be credited to the cash account */
function refuseGivenUp({ status }: Trade): void {
  if (status !== 'closing' && status !== 'closed') return;
  throw standardFailures.conflict({
    message: 'This payment has been cancelled; start another payment, with a new idempotency key.',
  });
}
