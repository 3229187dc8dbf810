import { randomBytes } from 'node:crypto';
import { use } from 'lectern';
import { ForgedNotice, GatewayAway, GatewayRefusal, type BegunPayment, type PaymentToBegin } from '../../gateway.ts';
import type { Gateway, KnownPayment, Notice, NoticeAnswer, NoticeMessage, RefundToBegin } from '../../gateway.ts';
import type { WechatAccount } from '../accounts.ts';
import { chinaTime, isText, titleWithin } from '../wire_values.ts';
import type { WechatAnswer } from './wechat_client.ts';

type Values = Readonly<Record<string, unknown>>;
const MAX_TITLE_BYTES = 127;
const refundsUnderWay: readonly unknown[] = ['SUCCESS', 'PROCESSING'];

/** Common part of all WeChat gateways; each implements `begin`. */
export abstract class WechatPay implements Gateway {
  abstract readonly name: string;
  protected readonly client = use('wechatClient');
  readonly #accounts = use('paymentAccounts');

  abstract begin(payment: PaymentToBegin): Promise<BegunPayment>;

  isEnabled(): Promise<boolean> {
    return this.#accounts.isEnabled('wechat');
  }

  async read(message: NoticeMessage): Promise<Notice | undefined> {
    const { event, values } = await this.client.read(message);
    const account = await this.client.account;
    if (event === 'REFUND.SUCCESS') return refundNoticeOf(values, account);
    if (!isText(event) || !event.startsWith('TRANSACTION.')) return undefined;
    const notice = noticeOf(values, account);
    if (notice) return notice;
    throw new ForgedNotice(
      'the message belongs to another merchant or lacks fields of a payment; compare appId and merchantId in modules.payments.wechat',
    );
  }

  answer(accepted: boolean): NoticeAnswer {
    const body = accepted ? { code: 'SUCCESS', message: '成功' } : { code: 'FAIL', message: '失败' };
    return { status: accepted ? 200 : 400, type: 'application/json', body: JSON.stringify(body) };
  }

  async ask({ sn }: KnownPayment): Promise<Notice | undefined> {
    const account = await this.client.account;
    const answer = await this.client.ask(`${pathOf(sn)}?mchid=${account.merchantId}`);
    if (isUnknown(answer)) return undefined;
    const notice = answer.isDone ? noticeOf(answer.values, account) : undefined;
    if (notice?.tradeSn === sn) return notice;
    throw new GatewayAway(`the platform does not report the state of the payment (code ${answer.code})`);
  }

  async close(payment: KnownPayment): Promise<void> {
    const { merchantId: mchid } = await this.client.account;
    const answer = await this.client.ask(`${pathOf(payment.sn)}/close`, { mchid });
    if (answer.isDone || isUnknown(answer)) return;
    // WeChat Pay refuses to close a paid or closed payment; the query returns its state.
    const { values } = await this.client.ask(`${pathOf(payment.sn)}?mchid=${mchid}`);
    if (values['trade_state'] === 'SUCCESS') throw new GatewayRefusal('the payer has paid already');
    if (values['trade_state'] !== 'CLOSED')
      throw new GatewayAway(`the platform does not close the payment (code ${answer.code})`);
  }

  async refund({ payment, refundSn, paid, amount }: RefundToBegin): Promise<void> {
    const { isDone, code, values } = await this.client.ask('/v3/refund/domestic/refunds', {
      out_trade_no: payment.sn,
      out_refund_no: refundSn,
      amount: { refund: amount, total: paid, currency: 'CNY' },
    });
    if (isDone && values['out_refund_no'] === refundSn && refundsUnderWay.includes(values['status'])) return;
    throw new GatewayRefusal(`the platform refuses the refund (code ${code})`);
  }

  /** Places an order. @param more fields that only this kind of order has @throws GatewayAway, GatewayRefusal */
  protected async order(way: 'native' | 'h5' | 'jsapi', payment: PaymentToBegin, more: Values = {}): Promise<Values> {
    const { sn, title, amount, expiresAt, notifyUrl } = payment;
    const { appId: appid, merchantId: mchid } = await this.client.account;
    const { isDone, code, values } = await this.client.ask(`/v3/pay/transactions/${way}`, {
      appid,
      mchid,
      description: titleWithin(title, MAX_TITLE_BYTES, (text) => Buffer.byteLength(text)),
      out_trade_no: sn,
      time_expire: chinaTime(expiresAt).rfc3339,
      notify_url: notifyUrl,
      amount: { total: amount, currency: 'CNY' },
      ...more,
    });
    if (isDone) return values;
    throw new GatewayRefusal(`the platform rejects the payment (code ${code})`);
  }
}

/** Returns a text field of an answer. @throws GatewayAway when the field is missing or empty */
export function textIn(values: Values, name: string): string {
  const text = values[name];
  if (isText(text)) return text;
  throw new GatewayAway(`the answer of the platform lacks ${name}`);
}

function pathOf(sn: string): string {
  return `/v3/pay/transactions/out-trade-no/${encodeURIComponent(sn)}`;
}

function isUnknown({ status, code }: WechatAnswer): boolean {
  return status === 404 && /^(ORDER_?NOT_?EXISTS?|RESOURCE_NOT_EXISTS)$/.test(code);
}

/** Returns the state of a payment at WeChat Pay; undefined for another merchant, and for malformed fields. */
function noticeOf(values: Values, { appId, merchantId }: WechatAccount): Notice | undefined {
  const { out_trade_no: tradeSn, transaction_id: platformSn = '', trade_state: state, amount } = values;
  if (values['appid'] !== appId || values['mchid'] !== merchantId) return undefined;
  const { total, currency = 'CNY' } = (amount ?? {}) as { total?: unknown; currency?: unknown };
  const paid = state === 'SUCCESS';
  if (!isText(tradeSn) || !isText(state) || typeof platformSn !== 'string') return undefined;
  if (!paid) return { tradeSn, platformSn, paid, amount: 0 };
  const isWhole = typeof total === 'number' && Number.isSafeInteger(total) && currency === 'CNY';
  return isWhole && platformSn !== '' ? { tradeSn, platformSn, paid, amount: total } : undefined;
}

/** Returns the refund that a message reports; undefined for another merchant, and for malformed fields. */
function refundNoticeOf(values: Values, { merchantId }: WechatAccount): Notice | undefined {
  const { mchid, out_trade_no: tradeSn, transaction_id: platformSn = '', out_refund_no: sn, amount } = values;
  const { refund } = (amount ?? {}) as { refund?: unknown };
  if (mchid !== merchantId || !isText(tradeSn) || !isText(platformSn) || !isText(sn)) return undefined;
  if (typeof refund !== 'number' || !Number.isSafeInteger(refund) || refund <= 0) return undefined;
  return { tradeSn, platformSn, paid: false, amount: 0, refund: { sn, amount: refund, isTotal: false } };
}

/** Payments by scanning: the page shows `qrcodeUrl` as a QR code. */
export class WechatNative extends WechatPay {
  readonly name = 'WechatPay_Native';

  async begin(payment: PaymentToBegin): Promise<BegunPayment> {
    const qrcodeUrl = textIn(await this.order('native', payment), 'code_url');
    return { payUrl: qrcodeUrl, extra: { qrcodeUrl } };
  }
}

/** Payments in the browser of a phone; `mwebUrl` opens the WeChat app. */
export class WechatMWeb extends WechatPay {
  readonly name = 'WechatPay_MWeb';

  async begin(payment: PaymentToBegin): Promise<BegunPayment> {
    const scene = { payer_client_ip: payment.address.replace(/^::ffff:/, ''), h5_info: { type: 'Wap' } };
    const mwebUrl = textIn(await this.order('h5', payment, { scene_info: scene }), 'h5_url');
    const payUrl = new URL(mwebUrl);
    payUrl.searchParams.set('redirect_url', payment.returnUrl);
    return { payUrl: payUrl.href, extra: { mwebUrl } };
  }
}

/** Payments inside of WeChat: the page invokes `WeixinJSBridge` with the fields of `extra`. */
export class WechatJs extends WechatPay {
  readonly name = 'WechatPay_Js';
  // `weixinmob` is preferred, because the payment is made inside of WeChat.
  readonly openidFrom = ['weixinmob', 'weixinweb'];
  readonly #clock = use('clock');

  async begin(payment: PaymentToBegin): Promise<BegunPayment> {
    const { openid } = payment;
    if (openid === undefined) throw new GatewayRefusal('the platform needs the openid of the payer');
    const { appId } = await this.client.account;
    const prepayId = textIn(await this.order('jsapi', payment, { payer: { openid } }), 'prepay_id');
    const timeStamp = String(Math.floor(this.#clock.now().getTime() / 1000));
    const nonceStr = randomBytes(16).toString('hex');
    const bill = `prepay_id=${prepayId}`;
    const paySign = await this.client.signed(appId, timeStamp, nonceStr, bill);
    return { payUrl: '', extra: { appId, timeStamp, nonceStr, package: bill, signType: 'RSA', paySign } };
  }
}
