import { use } from 'lectern';
import { GatewayAway, GatewayRefusal, ForgedNotice } from '../../gateway.ts';
import type { BegunPayment, Gateway, KnownPayment, Notice, NoticeAnswer, NoticeMessage } from '../../gateway.ts';
import type { PaymentToBegin, RefundToBegin, ReportedRefund } from '../../gateway.ts';
import type { AlipayAnswer } from './alipay_client.ts';
import type { Fields } from '../signing.ts';
import { chinaTime, isText, minorUnits, titleWithin, yuan } from '../wire_values.ts';

/** An Alipay product for payments in a browser. */
export interface AlipayProduct {
  readonly name: string;
  readonly method: string;
  readonly code: string;
  /** Whether Alipay expects a `quit_url`, the page for payers who cancel. */
  readonly takesQuitUrl: boolean;
}

export const legacyExpress: AlipayProduct = {
  name: 'Alipay_LegacyExpress',
  method: 'alipay.trade.page.pay',
  code: 'FAST_INSTANT_TRADE_PAY',
  takesQuitUrl: false,
};

export const legacyWap: AlipayProduct = {
  name: 'Alipay_LegacyWap',
  method: 'alipay.trade.wap.pay',
  code: 'QUICK_WAP_WAY',
  takesQuitUrl: true,
};

const MAX_TITLE_LENGTH = 256;
const NOT_THERE = 'ACQ.TRADE_NOT_EXIST';
const CLOSED = 'TRADE_CLOSED';
const paidStates: readonly unknown[] = ['TRADE_SUCCESS', 'TRADE_FINISHED'];

/** Gateway of one Alipay product. `begin` signs a form and a URL for the browser, and sends no request. */
export class Alipay implements Gateway {
  readonly name: string;
  readonly #accounts = use('paymentAccounts');
  readonly #client = use('alipayClient');

  constructor(private readonly product: AlipayProduct) {
    this.name = product.name;
  }

  isEnabled(): Promise<boolean> {
    return this.#accounts.isEnabled('alipay');
  }

  async begin({ sn, title, amount, expiresAt, notifyUrl, returnUrl }: PaymentToBegin): Promise<BegunPayment> {
    const { method, code, takesQuitUrl } = this.product;
    const content = {
      out_trade_no: sn,
      total_amount: yuan(amount),
      subject: titleWithin(title.replaceAll(/[/=&]/g, ' '), MAX_TITLE_LENGTH),
      product_code: code,
      time_expire: chinaTime(expiresAt).plain,
      ...(takesQuitUrl && { quit_url: returnUrl }),
    };
    const more = { notify_url: notifyUrl, return_url: returnUrl };
    const { action, params } = await this.#client.signed({ method, content, more });
    return {
      payUrl: `${action}?${new URLSearchParams(params).toString()}`,
      // Alipay reads the charset of the form from the query.
      form: { action: `${action}?charset=utf-8`, method: 'POST', params },
    };
  }

  async read({ body }: NoticeMessage): Promise<Notice | undefined> {
    const fields = await this.#client.read(body);
    if (fields['notify_type'] !== 'trade_status_sync') return undefined;
    const notice = noticeOf(fields);
    const refund = refundOf(fields);
    if (notice) return refund ? { ...notice, refund } : notice;
    throw new ForgedNotice('the message lacks required fields of a payment');
  }

  answer(accepted: boolean): NoticeAnswer {
    return { status: accepted ? 200 : 400, type: 'text/plain', body: accepted ? 'success' : 'fail' };
  }

  async ask({ sn }: KnownPayment): Promise<Notice | undefined> {
    const { isDone, code, values } = await this.#ask('alipay.trade.query', { out_trade_no: sn });
    if (!isDone && code === NOT_THERE) return undefined;
    const notice = isDone ? noticeOf(values) : undefined;
    if (notice) return notice;
    throw new GatewayAway(`the platform does not report the state of the payment (code ${code})`);
  }

  async close({ sn }: KnownPayment): Promise<void> {
    const { isDone, code } = await this.#ask('alipay.trade.close', { out_trade_no: sn });
    if (isDone || code === NOT_THERE) return;
    // Alipay refuses to close a paid or closed payment; the query returns its state.
    const { trade_status: state } = (await this.#ask('alipay.trade.query', { out_trade_no: sn })).values;
    if (paidStates.includes(state)) throw new GatewayRefusal('the payer has paid already');
    if (state !== CLOSED)
      throw new GatewayAway(
        `the platform has not closed the payment (code ${code}); the state of the payment is ${String(state)}`,
      );
  }

  async refund({ payment, refundSn, amount }: RefundToBegin): Promise<void> {
    const names = { out_trade_no: payment.sn, out_request_no: refundSn };
    const { isDone, code, values } = await this.#ask('alipay.trade.refund', { ...names, refund_amount: yuan(amount) });
    if (!isDone) throw new GatewayRefusal(`the platform refuses the refund (code ${code})`);
    if (values['fund_change'] === 'Y') return;
    // The call has refunded nothing. The query reports whether an earlier call has refunded the payment.
    const { values: known } = await this.#ask('alipay.trade.fastpay.refund.query', names);
    if (known['refund_status'] !== 'REFUND_SUCCESS')
      throw new GatewayAway('the platform has not completed the refund yet');
  }

  /** Sends a call about a payment. @throws GatewayAway, also for the answer to another payment; GatewayRefusal */
  async #ask(method: string, content: Fields & { readonly out_trade_no: string }): Promise<AlipayAnswer> {
    const answer = await this.#client.ask({ method, content });
    const { out_trade_no: about = content.out_trade_no } = answer.values;
    if (about === content.out_trade_no) return answer;
    throw new GatewayAway('the answer of the platform belongs to another payment');
  }
}

/** Returns the state of a payment at Alipay, or undefined when a field is missing or malformed. */
function noticeOf(values: Readonly<Record<string, unknown>>): Notice | undefined {
  const { out_trade_no: tradeSn, trade_no: platformSn, trade_status: state } = values;
  const amount = minorUnits(values['total_amount']);
  if (!isText(tradeSn) || !isText(platformSn) || !isText(state) || amount === undefined) return undefined;
  return { tradeSn, platformSn, paid: paidStates.includes(state), amount };
}

/** Returns the refund that a message reports; `refund_fee` is the sum of all refunds of the payment. */
function refundOf({ refund_fee: fee, out_biz_no: sn, notify_id: id }: Fields): ReportedRefund | undefined {
  const amount = minorUnits(fee);
  return amount ? { sn: sn || id || '', amount, isTotal: true } : undefined;
}
