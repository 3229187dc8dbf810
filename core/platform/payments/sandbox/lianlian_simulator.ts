import { inMinor, inYuan, timeInChina } from './amounts.ts';
import type { SimulatedPayment } from './simulated_payments.ts';
import { GatewaySimulator, json, payingPage, type Report } from './gateway_simulator.ts';
import type { SandboxAnswer, SandboxRequest, Tampering } from './gateway_simulator.ts';
import { isSignedBy, pairOf, signedBy, sourceOf } from './sandbox_keys.ts';

export const lianlianMerchant = { merchantId: '201000000000000001', business: '101001', category: '1999' };

type Fields = Readonly<Record<string, string>>;

const done = { ret_code: '0000', ret_msg: '交易成功' };
const results = { waiting: 'WAITING', paid: 'SUCCESS', closed: 'FAILURE' };
const refused = (code: string) => json({ ret_code: code, ret_msg: 'sandbox' });

/** Simulates LianLian: payment pages for computers and phones, query, refund, query of a refund. */
export class LianlianSimulator extends GatewaySimulator {
  override async answer({ method, path, body }: SandboxRequest): Promise<SandboxAnswer | undefined> {
    if (method !== 'POST') return undefined;
    if (path === '/payment/bankgateway.htm') return this.#showPage(Object.fromEntries(new URLSearchParams(body)));
    if (path === '/authpay.htm') {
      return this.#showPage(JSON.parse(new URLSearchParams(body).get('req_data') ?? '{}') as Fields);
    }
    const calls: Readonly<Record<string, (fields: Fields) => object | string>> = {
      '/orderquery.htm': (fields) => this.#query(fields),
      '/refund.htm': (fields) => this.#giveBack(fields),
      '/refundquery.htm': (fields) => this.#refundQuery(fields),
    };
    const call = calls[path];
    if (!call) return undefined;
    const fields = JSON.parse(body) as Fields;
    if (!(await isFromUs(fields))) return refused('1001');
    const answer = call(fields);
    return typeof answer === 'string' ? refused(answer) : json(await this.#signed({ ...done, ...answer }));
  }

  override async report(payment: SimulatedPayment, tampering: Tampering): Promise<Report> {
    const fields = {
      ...reportOf(payment, tampering.unpaid ? 'FAILURE' : 'SUCCESS'),
      no_order: tampering.sn ?? payment.sn,
      money_order: inYuan(tampering.amount ?? payment.amount),
      pay_type: '1',
      bank_code: '01020000',
    };
    const merchantId = tampering.otherMerchant ? '201000000000000009' : lianlianMerchant.merchantId;
    const signed = await this.#signed(fields, { merchantId, forged: tampering.forged });
    return { headers: { 'Content-Type': 'text/json;charset=utf-8' }, body: JSON.stringify(signed) };
  }

  override isAcknowledged({ text }: { readonly text: string }): boolean {
    try {
      return (JSON.parse(text) as { ret_code?: string }).ret_code === '0000';
    } catch {
      return false;
    }
  }

  async #showPage(fields: Fields): Promise<SandboxAnswer> {
    if (!(await isFromUs(fields))) return refused('1001');
    const { no_order: sn, name_goods: title, notify_url: notifyUrl, url_return: returnUrl = '' } = fields;
    const amount = inMinor(fields['money_order']);
    const { user_id: user, dt_order: date = '', busi_partner: business, risk_item: risk } = fields;
    const isWhole = sn && title && title.length <= 40 && amount && notifyUrl && user && /^\d{14}$/.test(date);
    if (!isWhole || business !== lianlianMerchant.business || !risk) return refused('1004');
    const details = { date };
    if (!this.payments.take({ platform: 'lianlian', sn, title, amount, notifyUrl, returnUrl, details }))
      return refused('1002');
    return payingPage(sn);
  }

  #query({ no_order: sn, dt_order: date }: Fields): object | string {
    const payment = this.payments.of('lianlian', sn);
    if (payment?.details['date'] !== date || !payment) return '8901';
    return {
      ...reportOf(payment, results[payment.state]),
      money_order: inYuan(payment.amount),
      card_no: '6222***0000',
    };
  }

  #giveBack(fields: Fields): object | string {
    const payment = this.payments.of('lianlian', fields['no_order']);
    const { no_refund: refundSn = '', money_refund: money, notify_url: notifyUrl } = fields;
    if (payment?.details['date'] !== fields['dt_order'] || !payment) return '5002';
    if (!notifyUrl) return '1004';
    if (payment.refunds.has(refundSn)) return '1002';
    if (this.payments.giveBack(payment, refundSn, inMinor(money) ?? 0) !== 'done') return '5007';
    return { no_refund: refundSn, money_refund: money, oid_refundno: `R${payment.platformSn}`, sta_refund: '0' };
  }

  #refundQuery({ no_refund: refundSn = '' }: Fields): object | string {
    const money = this.payments.refund(refundSn);
    return money === undefined ? '8901' : { no_refund: refundSn, money_refund: inYuan(money), sta_refund: '2' };
  }

  /** Adds merchant and signature to the fields. Like at LianLian, the signature does not cover three fields. */
  async #signed(
    fields: Fields,
    { merchantId = lianlianMerchant.merchantId, forged = this.behaviour.now === 'forged' } = {},
  ) {
    const all = { ...fields, oid_partner: merchantId, sign_type: 'RSA' };
    const { privateKey } = await pairOf(forged ? 'stranger' : 'lianlian');
    return { ...all, sign: signedBy(privateKey, 'md5', sourceOf(all, 'card_no', 'bank_name', 'memo')) };
  }
}

function reportOf(payment: SimulatedPayment, result: string): Record<string, string> {
  return {
    no_order: payment.sn,
    dt_order: payment.details['date'] ?? '',
    oid_paybill: payment.platformSn,
    result_pay: result,
    settle_date: timeInChina(new Date()).slice(0, 10).replaceAll('-', ''),
  };
}

async function isFromUs(fields: Fields): Promise<boolean> {
  const { publicKey } = await pairOf('lianlian merchant');
  const { sign = '', oid_partner: merchantId, sign_type: type } = fields;
  if (merchantId !== lianlianMerchant.merchantId || type !== 'RSA') return false;
  return isSignedBy(publicKey, 'md5', { text: sourceOf(fields, 'sign'), sign });
}
