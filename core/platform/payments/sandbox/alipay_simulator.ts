import { inMinor, inYuan, timeInChina } from './amounts.ts';
import type { SimulatedPayment } from './simulated_payments.ts';
import { GatewaySimulator, json, payingPage, type Report } from './gateway_simulator.ts';
import type { SandboxAnswer, SandboxRequest, SimulatedRefund, Tampering } from './gateway_simulator.ts';
import { isSignedBy, pairOf, signedBy, sourceOf } from './sandbox_keys.ts';

export const alipayMerchant = { appId: '2021000000000001', sellerId: '2088000000000001' };

type Params = Readonly<Record<string, string>>;
type Content = Readonly<Record<string, string | undefined>>;

const pages = new Set(['alipay.trade.page.pay', 'alipay.trade.wap.pay']);
const codes: Readonly<Record<string, string>> = {
  'alipay.trade.page.pay': 'FAST_INSTANT_TRADE_PAY',
  'alipay.trade.wap.pay': 'QUICK_WAP_WAY',
};
const states = { waiting: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED' };
const success = { code: '10000', msg: 'Success' };

/** Simulates the open API of Alipay: page and wap payments, query, close, refund, query of a refund. */
export class AlipaySimulator extends GatewaySimulator {
  override async answer({ path, query, body }: SandboxRequest): Promise<SandboxAnswer | undefined> {
    if (path !== '/gateway.do') return undefined;
    const params = { ...Object.fromEntries(query), ...Object.fromEntries(new URLSearchParams(body)) };
    const { method = '' } = params;
    const problem = await problemOf(params);
    if (pages.has(method)) return problem === undefined ? this.#showPage(params) : refusal(problem);
    if (problem !== undefined) {
      return json({ error_response: { code: '40002', msg: 'Invalid Arguments', sub_code: problem } });
    }
    return this.#signed(method, this.#call(method, JSON.parse(params['biz_content'] ?? '{}') as Content));
  }

  override async report(payment: SimulatedPayment, tampering: Tampering, refund?: SimulatedRefund): Promise<Report> {
    const { appId, sellerId } = alipayMerchant;
    const fields = {
      notify_time: timeInChina(new Date()),
      notify_type: 'trade_status_sync',
      notify_id: `${payment.platformSn}0000`,
      charset: 'utf-8',
      version: '1.0',
      app_id: tampering.otherMerchant ? '2021000000000009' : appId,
      seller_id: sellerId,
      trade_no: payment.platformSn,
      out_trade_no: tampering.sn ?? payment.sn,
      trade_status: tampering.unpaid ? 'WAIT_BUYER_PAY' : 'TRADE_SUCCESS',
      total_amount: inYuan(tampering.amount ?? payment.amount),
      subject: payment.title,
      buyer_id: '2088000000000002',
      gmt_payment: timeInChina(new Date()),
      ...(refund && refundFields(payment, refund)),
    };
    const { privateKey } = await pairOf(tampering.forged ? 'stranger' : 'alipay');
    const sign = signedBy(privateKey, 'sha256', sourceOf(fields));
    return {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: new URLSearchParams({ ...fields, sign_type: 'RSA2', sign }).toString(),
    };
  }

  override isAcknowledged({ text }: { readonly text: string }): boolean {
    return text === 'success';
  }

  #showPage(params: Params): SandboxAnswer {
    const content = JSON.parse(params['biz_content'] ?? '{}') as Content;
    const { out_trade_no: sn, subject: title, total_amount: total, product_code: code } = content;
    const amount = inMinor(total);
    const { notify_url: notifyUrl, return_url: returnUrl = '' } = params;
    const isWhole = sn && title && amount && notifyUrl && code === codes[params['method'] ?? ''];
    if (!isWhole) return refusal('isv.missing-parameter');
    const taken = { platform: 'alipay' as const, sn, title, amount, notifyUrl, returnUrl, details: {} };
    if (!this.payments.take(taken)) return refusal('ACQ.CONTEXT_INCONSISTENT');
    return payingPage(sn);
  }

  #call(method: string, content: Content): object {
    const payment = this.payments.of('alipay', content['out_trade_no']);
    if (!payment) return failure('ACQ.TRADE_NOT_EXIST');
    const names = { out_trade_no: payment.sn, trade_no: payment.platformSn };
    switch (method) {
      case 'alipay.trade.query':
        return { ...success, ...names, trade_status: states[payment.state], total_amount: inYuan(payment.amount) };
      case 'alipay.trade.close':
        if (payment.state !== 'waiting') return failure('ACQ.TRADE_STATUS_ERROR');
        payment.state = 'closed';
        return { ...success, ...names };
      case 'alipay.trade.refund':
        return this.#giveBack(payment, content, names);
      case 'alipay.trade.fastpay.refund.query':
        if (!payment.refunds.has(content['out_request_no'] ?? '')) return success;
        return { ...success, ...names, refund_status: 'REFUND_SUCCESS' };
      default:
        return failure('isv.invalid-method');
    }
  }

  #giveBack(payment: SimulatedPayment, content: Content, names: object): object {
    const amount = inMinor(content['refund_amount']) ?? 0;
    const outcome = this.payments.giveBack(payment, content['out_request_no'] ?? payment.sn, amount);
    if (outcome === 'too much') return failure('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL');
    return { ...success, ...names, fund_change: outcome === 'done' ? 'Y' : 'N', refund_fee: inYuan(amount) };
  }

  async #signed(method: string, answer: object): Promise<SandboxAnswer> {
    const { privateKey } = await pairOf(this.behaviour.now === 'forged' ? 'stranger' : 'alipay');
    const text = JSON.stringify(answer);
    const sign = signedBy(privateKey, 'sha256', text);
    const body = `{"${method.replaceAll('.', '_')}_response":${text},"sign":"${sign}"}`;
    return { status: 200, type: 'text/html;charset=utf-8', body };
  }
}

/** Fields that the report of a refund adds; `refund_fee` is the sum of all refunds. */
function refundFields({ amount, refunds }: SimulatedPayment, { sn }: SimulatedRefund): Params {
  const sum = [...refunds.values()].reduce((total, one) => total + one, 0);
  const state = sum === amount ? { trade_status: 'TRADE_CLOSED' } : {};
  return { ...state, out_biz_no: sn, refund_fee: inYuan(sum), gmt_refund: timeInChina(new Date()) };
}

async function problemOf(params: Params): Promise<string | undefined> {
  const { app_id: appId, sign = '', sign_type: type, timestamp = '', charset, version } = params;
  if (appId !== alipayMerchant.appId) return 'isv.invalid-app-id';
  if (type !== 'RSA2') return 'isv.invalid-signature-type';
  if (charset !== 'utf-8' || version !== '1.0') return 'isv.invalid-parameter';
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(timestamp)) return 'isv.invalid-timestamp';
  const { publicKey } = await pairOf('alipay merchant');
  return isSignedBy(publicKey, 'sha256', { text: sourceOf(params, 'sign'), sign })
    ? undefined
    : 'isv.invalid-signature';
}

function failure(reason: string): object {
  return { code: '40004', msg: 'Business Failed', sub_code: reason, sub_msg: 'sandbox' };
}

function refusal(reason: string): SandboxAnswer {
  return { status: 400, type: 'text/plain', body: reason };
}
