import { isIPv4 } from 'node:net';
import { use } from 'lectern';
import { ForgedNotice, GatewayAway, GatewayRefusal } from '../../gateway.ts';
import type {
  BegunPayment,
  Gateway,
  KnownPayment,
  Notice,
  NoticeAnswer,
  NoticeMessage,
  PaymentToBegin,
  RefundToBegin,
} from '../../gateway.ts';
import type { LianlianAccount } from '../accounts.ts';
import type { Fields } from '../signing.ts';
import { chinaTime, isText, minorUnits, titleWithin, yuan } from '../wire_values.ts';

const MAX_TITLE_LENGTH = 40;
const MINUTE_MS = 60_000;
// Codes of LianLian for a missing record and a missing payment.
const notThere = new Set(['8901', '9093']);
// Codes of LianLian for a refund number that was used before.
const usedBefore = new Set(['1002', '9983']);
// States of a refund: requested, in progress, done.
const refundsUnderWay: readonly unknown[] = ['0', '1', '2'];

/** Common part of both LianLian gateways; each implements `begin`. */
export abstract class Lianlian implements Gateway {
  abstract readonly name: string;
  protected readonly client = use('lianlianClient');
  readonly #accounts = use('paymentAccounts');
  readonly #clock = use('clock');

  abstract begin(payment: PaymentToBegin): Promise<BegunPayment>;

  isEnabled(): Promise<boolean> {
    return this.#accounts.isEnabled('lianlian');
  }

  async read({ body }: NoticeMessage): Promise<Notice | undefined> {
    const fields = await this.client.read(body);
    // LianLian reports refunds to the same URL.
    if (fields['no_refund'] !== undefined) return undefined;
    const notice = noticeOf(fields);
    if (notice) return notice;
    throw new ForgedNotice('the message lacks required fields of a payment');
  }

  answer(accepted: boolean): NoticeAnswer {
    const body = accepted ? { ret_code: '0000', ret_msg: '交易成功' } : { ret_code: '9999', ret_msg: '交易失败' };
    return { status: accepted ? 200 : 400, type: 'application/json', body: JSON.stringify(body) };
  }

  async ask({ sn, createdAt }: KnownPayment): Promise<Notice | undefined> {
    const { queryAddress } = await this.client.account;
    const asked = { no_order: sn, dt_order: chinaTime(createdAt).digits };
    const { isDone, code, values } = await this.client.ask(queryAddress, asked);
    if (notThere.has(code)) return undefined;
    const notice = isDone ? noticeOf(values) : undefined;
    if (notice?.tradeSn === sn) return notice;
    throw new GatewayAway(`the platform does not report the state of the payment (code ${code})`);
  }

  /** LianLian cannot close payments: an unpaid payment expires after the minutes in `valid_order`. */
  async close(payment: KnownPayment): Promise<void> {
    const notice = await this.ask(payment);
    if (notice?.paid) throw new GatewayRefusal('the payer has paid already');
  }

  async refund({ payment, refundSn, createdAt, amount, notifyUrl }: RefundToBegin): Promise<void> {
    const { refundAddress, refundQueryAddress } = await this.client.account;
    const names = { no_refund: refundSn, dt_refund: chinaTime(createdAt).digits };
    const first = await this.client.ask(refundAddress, {
      ...names,
      money_refund: yuan(amount),
      no_order: payment.sn,
      dt_order: chinaTime(payment.createdAt).digits,
      notify_url: notifyUrl,
    });
    const { values, code } = usedBefore.has(first.code) ? await this.client.ask(refundQueryAddress, names) : first;
    if (values['no_refund'] === refundSn && refundsUnderWay.includes(values['sta_refund'])) return;
    throw new GatewayRefusal(`the platform refuses the refund (code ${code})`);
  }

  /** Returns the fields of a payment request, without the signature. */
  protected fieldsOf(payment: PaymentToBegin, account: LianlianAccount, channel: string): Fields {
    const { sn, title, amount, userId, address, createdAt, expiresAt, notifyUrl, returnUrl } = payment;
    const goods = titleWithin(title, MAX_TITLE_LENGTH);
    const minutes = Math.max(1, Math.floor((expiresAt.getTime() - createdAt.getTime()) / MINUTE_MS));
    return {
      version: '1.0',
      user_id: userId,
      timestamp: chinaTime(this.#clock.now()).digits,
      busi_partner: account.business,
      no_order: sn,
      dt_order: chinaTime(createdAt).digits,
      name_goods: goods,
      money_order: yuan(amount),
      notify_url: notifyUrl,
      url_return: returnUrl,
      valid_order: String(minutes),
      risk_item: JSON.stringify({
        frms_ware_category: account.category,
        user_info_mercht_userno: userId,
        goods_name: goods,
        frms_client_chnl: channel,
        ...(isIPv4(address) && { frms_ip_addr: address }),
      }),
    };
  }
}

/** Returns the state of a payment at LianLian, or undefined when a field is missing or malformed. */
function noticeOf(values: Fields): Notice | undefined {
  const { no_order: tradeSn, oid_paybill: platformSn = '', result_pay: result } = values;
  const amount = minorUnits(values['money_order']);
  if (!isText(tradeSn) || !isText(result)) return undefined;
  const paid = result === 'SUCCESS';
  if (!paid) return { tradeSn, platformSn, paid, amount: amount ?? 0 };
  return amount === undefined || platformSn === '' ? undefined : { tradeSn, platformSn, paid, amount };
}

const WEB = '13';

/** Payments by bank on LianLian's page for computers. The page accepts only forms, so `payUrl` is empty. */
export class LianlianWeb extends Lianlian {
  readonly name = 'Lianlian_Web';

  async begin(payment: PaymentToBegin): Promise<BegunPayment> {
    const account = await this.client.account;
    const { address } = payment;
    const params = await this.client.signed({
      ...this.fieldsOf(payment, account, WEB),
      charset_name: 'UTF-8',
      userreq_ip: isIPv4(address) ? address.replaceAll('.', '_') : '',
    });
    return { payUrl: '', form: { action: account.webAddress, method: 'POST', params } };
  }
}

const H5 = '16';
const IN_A_BROWSER = '3';

/** Payments on LianLian's page for phones. The form has one field `req_data`: all signed fields as JSON. */
export class LianlianWap extends Lianlian {
  readonly name = 'Lianlian_Wap';

  async begin(payment: PaymentToBegin): Promise<BegunPayment> {
    const account = await this.client.account;
    const fields = await this.client.signed({
      ...this.fieldsOf(payment, account, H5),
      app_request: IN_A_BROWSER,
      syschnotify_flag: '1',
    });
    const params = { req_data: JSON.stringify(fields) };
    return { payUrl: '', form: { action: account.wapAddress, method: 'POST', params } };
  }
}
