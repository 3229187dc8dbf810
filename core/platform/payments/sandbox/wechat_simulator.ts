import { randomBytes, randomUUID } from 'node:crypto';
import { certificateOf } from './certificate.ts';
import type { SimulatedPayment } from './simulated_payments.ts';
import { GatewaySimulator } from './gateway_simulator.ts';
import type { Report, SandboxAnswer, SandboxRequest, SimulatedRefund, Tampering } from './gateway_simulator.ts';
import { isSignedBy, pairOf, signedBy } from './sandbox_keys.ts';
import { isFromMerchant, sealed, wechatMerchant } from './wechat_merchant.ts';
import { paymentOf, type WechatOrder } from './wechat_orders.ts';

/** Body of the request of a merchant for a refund. */
interface RefundOrder {
  readonly out_trade_no?: string;
  readonly out_refund_no?: string;
  readonly amount?: { readonly refund?: number; readonly total?: number; readonly currency?: string };
}

type Outcome = readonly [status: number, values?: object];

const states = { waiting: 'NOTPAY', paid: 'SUCCESS', closed: 'CLOSED' };
const refused = (code: string, status = 400): Outcome => [status, { code, message: 'sandbox' }];

/**
 * Simulates API v3 of WeChat Pay: native, h5 and jsapi orders, query, close, refund, certificates. Requests for tests:
 * `POST /invocations` verifies the parameters of a Js payment, as the app on a phone does. `POST /new_certificate`
 * replaces the certificate of WeChat Pay.
 */
export class WechatSimulator extends GatewaySimulator {
  #serial = newSerial();

  override async answer(request: SandboxRequest): Promise<SandboxAnswer | undefined> {
    const { path, body } = request;
    if (path === '/new_certificate') return { status: 200, type: 'text/plain', body: (this.#serial = newSerial()) };
    if (path === '/invocations') return this.#invoke(JSON.parse(body) as Record<string, string>);
    if (!path.startsWith('/v3/')) return undefined;
    return this.#signed((await isFromMerchant(request)) ? await this.#call(request) : refused('SIGN_ERROR', 401));
  }

  override async report(payment: SimulatedPayment, tampering: Tampering, refund?: SimulatedRefund): Promise<Report> {
    const report = refund
      ? refundReportOf(payment, refund)
      : reportOf(payment, tampering.unpaid ? 'NOTPAY' : 'SUCCESS', tampering);
    const type = refund ? 'refund' : 'transaction';
    const body = JSON.stringify({
      id: randomUUID(),
      create_time: new Date().toISOString(),
      resource_type: 'encrypt-resource',
      event_type: refund ? 'REFUND.SUCCESS' : 'TRANSACTION.SUCCESS',
      summary: refund ? '退款成功' : '支付成功',
      resource: { original_type: type, ...sealed(JSON.stringify(report), type) },
    });
    const headers = await this.#headersOf(body, tampering.forged ? 'stranger' : 'wechat', tampering.secondsOld);
    return { headers: { 'Content-Type': 'application/json', ...headers }, body };
  }

  override isAcknowledged({ status }: { readonly status: number }): boolean {
    return status === 200 || status === 204;
  }

  async #call({ method, path, query, body, origin }: SandboxRequest): Promise<Outcome> {
    const values: unknown = body === '' ? {} : JSON.parse(body);
    const [, way] = /^\/v3\/pay\/transactions\/(native|h5|jsapi)$/.exec(path) ?? [];
    if (way !== undefined && method === 'POST') return this.#order(way, values as WechatOrder, origin);
    if (path === '/v3/certificates') return [200, { data: [await this.#certificate()] }];
    if (path === '/v3/refund/domestic/refunds') return this.#giveBack(values as RefundOrder);
    const [, sn = '', closing] = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(path) ?? [];
    const mchid = closing ? (values as WechatOrder).mchid : query.get('mchid');
    if (mchid !== wechatMerchant.merchantId) return refused('PARAM_ERROR');
    const payment = this.payments.of('wechat', decodeURIComponent(sn));
    if (!payment) return refused('ORDER_NOT_EXIST', 404);
    return closing ? this.#close(payment) : [200, reportOf(payment, states[payment.state])];
  }

  #order(way: string, order: WechatOrder, origin: string): Outcome {
    const asked = paymentOf(way, order);
    if (!asked) return refused('PARAM_ERROR');
    const payment = this.payments.take(asked);
    if (!payment) return refused('OUT_TRADE_NO_USED', 403);
    if (payment.state !== 'waiting') return refused(over(payment));
    const page = `${origin}/payments/${encodeURIComponent(payment.sn)}`;
    if (way === 'jsapi') return [200, { prepay_id: payment.details['prepayId'] }];
    return [200, way === 'h5' ? { h5_url: page } : { code_url: page }];
  }

  #close(payment: SimulatedPayment): Outcome {
    if (payment.state !== 'waiting') return refused(over(payment));
    payment.state = 'closed';
    return [204];
  }

  #giveBack({ out_trade_no: sn, out_refund_no: refundSn = '', amount }: RefundOrder): Outcome {
    const payment = this.payments.of('wechat', sn);
    if (!payment) return refused('RESOURCE_NOT_EXISTS', 404);
    if (amount?.total !== payment.amount || amount.currency !== 'CNY') return refused('PARAM_ERROR');
    if (this.payments.giveBack(payment, refundSn, amount.refund ?? 0) === 'too much') return refused('INVALID_REQUEST');
    const names = { refund_id: `5${payment.platformSn}`, out_refund_no: refundSn, out_trade_no: sn };
    return [200, { ...names, status: 'PROCESSING' }];
  }

  /** Simulates the WeChat app, which verifies the parameters of an invocation. */
  async #invoke(given: Readonly<Record<string, string>>): Promise<SandboxAnswer> {
    const { appId = '', timeStamp = '', nonceStr = '', package: bill = '', signType, paySign = '' } = given;
    const payment = this.payments.by('prepayId', bill.replace(/^prepay_id=/, ''));
    const { publicKey } = await pairOf('wechat merchant');
    const text = `${appId}\n${timeStamp}\n${nonceStr}\n${bill}\n`;
    const isRight = signType === 'RSA' && isSignedBy(publicKey, 'sha256', { text, sign: paySign });
    const word = isRight && payment && appId === wechatMerchant.appId ? 'ok' : 'fail';
    return { status: 200, type: 'text/plain', body: `get_brand_wcpay_request:${word}` };
  }

  async #certificate(): Promise<object> {
    const now = new Date();
    const pem = certificateOf({ ...(await pairOf('wechat')), serial: this.#serial, now });
    const dates = { effective_time: now.toISOString(), expire_time: now.toISOString() };
    return { serial_no: this.#serial, ...dates, encrypt_certificate: sealed(pem, 'certificate') };
  }

  async #signed([status, values]: Outcome): Promise<SandboxAnswer> {
    const body = values === undefined ? '' : JSON.stringify(values);
    const headers = await this.#headersOf(body, this.behaviour.now === 'forged' ? 'stranger' : 'wechat');
    return { status, type: 'application/json; charset=utf-8', body, headers };
  }

  async #headersOf(body: string, holder: 'wechat' | 'stranger', secondsOld = 0): Promise<Record<string, string>> {
    const { privateKey } = await pairOf(holder);
    const timestamp = String(Math.floor(Date.now() / 1000) - secondsOld);
    const nonce = randomBytes(16).toString('hex');
    return {
      'Wechatpay-Timestamp': timestamp,
      'Wechatpay-Nonce': nonce,
      'Wechatpay-Serial': this.#serial,
      'Wechatpay-Signature': signedBy(privateKey, 'sha256', `${timestamp}\n${nonce}\n${body}\n`),
    };
  }
}

function over({ state }: SimulatedPayment): string {
  return state === 'paid' ? 'ORDERPAID' : 'ORDER_CLOSED';
}

/** Returns the fields of a payment in reports, before encryption, and in answers to queries. */
function reportOf(payment: SimulatedPayment, state: string, { amount, sn, otherMerchant }: Tampering = {}): object {
  const { details, platformSn } = payment;
  const total = amount ?? payment.amount;
  return {
    mchid: otherMerchant ? '1900000009' : wechatMerchant.merchantId,
    appid: wechatMerchant.appId,
    out_trade_no: sn ?? payment.sn,
    trade_type: details['type'],
    trade_state: state,
    ...(state === 'SUCCESS' && { transaction_id: platformSn, success_time: new Date().toISOString() }),
    amount: { total, payer_total: total, currency: 'CNY', payer_currency: 'CNY' },
    payer: { openid: details['openid'] },
  };
}

/** Returns the fields of a refund in a report, before encryption. */
function refundReportOf({ sn, platformSn, amount: total }: SimulatedPayment, refund: SimulatedRefund): object {
  return {
    mchid: wechatMerchant.merchantId,
    out_trade_no: sn,
    transaction_id: platformSn,
    out_refund_no: refund.sn,
    refund_id: `5${platformSn}`,
    refund_status: 'SUCCESS',
    success_time: new Date().toISOString(),
    amount: { total, refund: refund.amount, payer_total: total, payer_refund: refund.amount },
  };
}

function newSerial(): string {
  return `5${randomBytes(20).toString('hex').slice(1)}`.toUpperCase();
}
