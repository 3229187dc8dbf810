import type { TakenPayment } from './simulated_payments.ts';
import { wechatMerchant } from './wechat_merchant.ts';

/** Body of the request of a merchant to create an order. */
export interface WechatOrder {
  readonly appid?: string;
  readonly mchid?: string;
  readonly out_trade_no?: string;
  readonly description?: string;
  readonly notify_url?: string;
  readonly time_expire?: string;
  readonly amount?: { readonly total?: number; readonly currency?: string };
  readonly scene_info?: { readonly payer_client_ip?: string; readonly h5_info?: { readonly type?: string } };
  readonly payer?: { readonly openid?: string };
}

const ways: Readonly<Record<string, string>> = { native: 'NATIVE', h5: 'MWEB', jsapi: 'JSAPI' };
const MAX_SN_LENGTH = 32;
const MAX_DESCRIPTION_BYTES = 127;

/** Returns the payment of an order, undefined for an order that WeChat Pay would reject. */
export function paymentOf(way: string, order: WechatOrder): TakenPayment | undefined {
  const { out_trade_no: sn = '', description: title = '', notify_url: notifyUrl = '', amount, payer } = order;
  if (!isOurs(order) || !isWhole(order) || !fits(way, order)) return undefined;
  const details = { type: ways[way] ?? '', openid: payer?.openid ?? 'openid-of-a-payer', prepayId: `wx${sn}` };
  return { platform: 'wechat', sn, title, amount: amount?.total ?? 0, notifyUrl, returnUrl: '', details };
}

function isOurs({ appid, mchid, amount }: WechatOrder): boolean {
  return appid === wechatMerchant.appId && mchid === wechatMerchant.merchantId && amount?.currency === 'CNY';
}

function isWhole(order: WechatOrder): boolean {
  const { out_trade_no: sn = '', description = '', notify_url: notifyUrl = '', time_expire: expires = '' } = order;
  const total = order.amount?.total;
  const isSn = sn !== '' && sn.length <= MAX_SN_LENGTH;
  const isDescription = description !== '' && Buffer.byteLength(description) <= MAX_DESCRIPTION_BYTES;
  const isAmount = Number.isSafeInteger(total) && Number(total) > 0;
  return isSn && isDescription && isAmount && notifyUrl !== '' && !Number.isNaN(Date.parse(expires));
}

/** Whether an order has the fields that its kind of payment requires. */
function fits(way: string, { payer, scene_info: scene }: WechatOrder): boolean {
  if (way === 'jsapi') return Boolean(payer?.openid);
  return way !== 'h5' || (Boolean(scene?.payer_client_ip) && scene?.h5_info?.type === 'Wap');
}
