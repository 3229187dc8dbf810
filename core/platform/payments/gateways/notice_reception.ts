import { standardFailures, use, type Logger } from 'lectern';
import { ForgedNotice, GatewayAway } from '../gateway.ts';
import type { Gateway, Notice, NoticeAnswer, NoticeMessage, ReportedRefund } from '../gateway.ts';
import { noticeMeter } from '../notice_meter.ts';

interface OutsideRefund {
  /** Name of the gateway. */
  readonly name: string;
  readonly tradeSn: string;
  readonly refund: ReportedRefund;
}

/** Number of the trade in a message of Alipay or LianLian; messages of WeChat Pay are encrypted. */
const claimedTrade = /(?:\bout_trade_no=|"no_order"\s*:\s*")([0-9]{19,40})(?![0-9])/;

/** Receives messages of payment platforms. Responses have the format of the payment platform, also after an error. */
export class NoticeReception {
  readonly #gateways = use('gateways');
  readonly #meter = noticeMeter(use('meters'));
  readonly #notices = use('notices');
  readonly #paymentNotices = use('paymentNotices');
  readonly #trades = use('trades');

  /**
   * Processes a message and returns the response.
   * @param log logger of the request
   * @throws noSuchObject for an unknown gateway
   */
  async receive(name: string, message: NoticeMessage, log: Logger): Promise<NoticeAnswer> {
    const gateway = this.#gateways.find(name);
    if (!gateway)
      throw standardFailures.noSuchObject({
        message:
          'There is no such payment gateway; correct the address /callback/{gateway}/notify at the payment platform.',
      });
    try {
      const notice = await gateway.read(message);
      // Messages that report neither a payment nor a refund are acknowledged and change nothing.
      return gateway.answer(notice === undefined || (await this.#isApplied(name, notice, log)));
    } catch (error) {
      return this.#failed(gateway, error, log.child({ gateway: name, ...(await this.#claimed(message)) }));
    }
  }

  async #isApplied(name: string, notice: Notice, log: Logger): Promise<boolean> {
    if ((await this.#notices.receive(name, notice, log)) === 'refused') return false;
    if (notice.refund) await this.#keepRefund({ name, tradeSn: notice.tradeSn, refund: notice.refund }, log);
    return true;
  }

  /** Records a refund that was made at the site of the payment platform, and logs what to do. */
  async #keepRefund({ name, tradeSn, refund }: OutsideRefund, log: Logger): Promise<void> {
    if (!(await this.#paymentNotices.addRefund(name, { tradeSn, refund }))) return;
    const orderSn = (await this.#trades.find(tradeSn))?.orderSn;
    log.warn(
      { gateway: name, tradeSn, orderSn, refundSn: refund.sn, amount: refund.amount },
      `The trade ${tradeSn} was refunded at the site of its payment platform; if the buyer shall lose the goods, refund the order ${orderSn ?? ''} here, too (POST /orders/{sn}/refunds), which requests only the rest of the money`,
    );
  }

  /**
   * Returns the numbers of the trade that an unverified message names, and of its order, for the log. Returns undefined
   * when no stored trade is found.
   */
  async #claimed({ body }: NoticeMessage) {
    const [, sn] = claimedTrade.exec(body.toString('latin1')) ?? [];
    const trade = sn === undefined ? undefined : await this.#trades.find(sn).catch(() => undefined);
    return trade && { tradeSn: trade.sn, orderSn: trade.orderSn };
  }

  /** Logs the reason without the content of the message, which may contain names and numbers of payers. */
  #failed(gateway: Gateway, error: unknown, log: Logger): NoticeAnswer {
    const { name } = gateway;
    this.#meter(error instanceof ForgedNotice ? 'forged' : 'failed');
    if (error instanceof ForgedNotice) {
      log.warn(
        { reason: error.message },
        `A message of the payment platform to the gateway ${name} was refused: ${error.message}`,
      );
      return gateway.answer(false);
    }
    const cause = error instanceof GatewayAway ? { reason: error.message } : { err: error };
    log.error(
      cause,
      `A message of the payment platform to the gateway ${name} could not be processed, as the field "err" or "reason" says; the platform sends it again`,
    );
    return { ...gateway.answer(false), status: 500 };
  }
}
