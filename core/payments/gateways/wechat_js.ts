import { randomBytes } from 'node:crypto';
import { use } from 'lectern';
import { GatewayRefusal, type BegunPayment, type PaymentToBegin } from '../gateway.ts';
import { textIn, WechatPay } from './wechat_pay.ts';

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
